// SQL's LIKE on the strings of a dictionary: % for anything, _ for one character, with steps back to the last %.
// The answers are bits, a word a warp; a second pattern may be excluded.

struct Pattern {
    const char* text;
    int length;
};

__device__ bool is_like(const char* string, int length, Pattern pattern) {
    int s = 0, p = 0;
    int star = -1, retry = 0;
    while (s < length) {
        if (p < pattern.length && pattern.text[p] == '%') {
            star = p++;
            retry = s;
        } else if (p < pattern.length && (pattern.text[p] == '_' || pattern.text[p] == string[s])) {
            p++;
            s++;
        } else if (star >= 0) {
            p = star + 1;
            s = ++retry;
        } else {
            return false;
        }
    }
    while (p < pattern.length && pattern.text[p] == '%') p++;
    return p == pattern.length;
}

extern "C" __global__ void like_filter(const char* strings, const int* offsets, int count, Pattern wanted,
                                       Pattern excluded, unsigned* bits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = false;
    if (i < count) {
        const char* string = strings + offsets[i];
        int length = offsets[i + 1] - offsets[i];
        keep = is_like(string, length, wanted) && !(excluded.length > 0 && is_like(string, length, excluded));
    }
    unsigned word = __ballot_sync(0xffffffffu, keep);
    if (threadIdx.x % 32 == 0 && i < count) bits[i / 32] = word;
}
