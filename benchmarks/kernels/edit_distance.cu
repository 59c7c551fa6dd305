// Levenshtein distance of a pattern of up to 64 letters to many texts by Myers' bit-parallel method.

namespace {

constexpr int kAlphabet = 128;

struct Columns {
    unsigned long long positive, negative;
    int distance;
};

__device__ __forceinline__ Columns advance(Columns c, unsigned long long equal, unsigned long long last) {
    const unsigned long long vertical = equal | c.negative;
    const unsigned long long horizontal = (((equal & c.positive) + c.positive) ^ c.positive) | equal;
    unsigned long long up = c.negative | ~(horizontal | c.positive);
    unsigned long long down = c.positive & horizontal;
    c.distance += (up & last) != 0;
    c.distance -= (down & last) != 0;
    up = (up << 1) | 1;
    down <<= 1;
    c.positive = down | ~(vertical | up);
    c.negative = up & vertical;
    return c;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    edit_distance(const char* __restrict__ pattern, int pattern_length, const unsigned* __restrict__ texts,
                  const int* __restrict__ text_lengths, int* __restrict__ distances, int count) {
    __shared__ unsigned long long matches[kAlphabet];
    for (int i = threadIdx.x; i < kAlphabet; i += blockDim.x) matches[i] = 0;
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < pattern_length)
        atomicOr(&matches[pattern[threadIdx.x] & (kAlphabet - 1)], 1ull << threadIdx.x);
    __syncthreads();

    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    const unsigned long long last = 1ull << (pattern_length - 1);
    const int length = text_lengths[at];
    Columns columns{~0ull, 0ull, pattern_length};
    // Four letters to a word; words of different texts are interleaved.
    for (int first = 0; first < length; first += 4) {
        unsigned word = texts[static_cast<size_t>(first / 4) * count + at];
        const int here = min(4, length - first);
        for (int i = 0; i < here; ++i, word >>= 8) columns = advance(columns, matches[word & (kAlphabet - 1)], last);
    }
    distances[at] = columns.distance;
}
