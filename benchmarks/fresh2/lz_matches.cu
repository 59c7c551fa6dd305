// The longest earlier match of every position of a block of text within a window, as an LZ coder looks for it: chains
// of positions with the same three bytes.

extern "C" __global__ void lz_matches(const unsigned char* text, int size, const int* previous, int window,
                                      int most_tries, int longest, unsigned* matches) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= size) return;
    int best_length = 0, best_distance = 0;
    int limit = min(longest, size - at);
    int candidate = previous[at];
    for (int tries = 0; tries < most_tries && candidate >= 0 && at - candidate <= window; tries++) {
        if (best_length == 0 || text[candidate + best_length - 1] == text[at + best_length - 1]) {
            int length = 0;
            while (length < limit && text[candidate + length] == text[at + length]) length++;
            if (length > best_length) {
                best_length = length;
                best_distance = at - candidate;
                if (length == limit) break;
            }
        }
        candidate = previous[candidate];
    }
    matches[at] = best_length >= 3 ? (unsigned)best_distance << 9 | best_length : 0u;
}
