// Local alignment with affine gaps (Gotoh): the query sits in shared memory, a thread aligns it to its own database
// sequence and keeps the previous column in local arrays.

namespace {

constexpr int kQuery = 48;
constexpr int kLetters = 20;

struct GapCosts {
    int open, extend;
};

struct Column {
    short score[kQuery];  // best alignment ending here
    short gap[kQuery];    // ... with a gap in the query
};

__device__ __forceinline__ int larger(int a, int b) { return a > b ? a : b; }

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    smith_waterman(const unsigned char* __restrict__ query, const unsigned char* __restrict__ database,
                   const signed char* __restrict__ substitution, int* __restrict__ best_scores, int sequences,
                   int length, GapCosts gaps) {
    __shared__ signed char profile[kLetters][kQuery];
    for (int i = threadIdx.x; i < kLetters * kQuery; i += blockDim.x)
        profile[i / kQuery][i % kQuery] = substitution[(i / kQuery) * kLetters + query[i % kQuery]];
    __syncthreads();

    const int sequence = blockIdx.x * blockDim.x + threadIdx.x;
    if (sequence >= sequences) return;
    Column column;
    for (int row = 0; row < kQuery; ++row) column.score[row] = column.gap[row] = 0;

    int best = 0;
    for (int at = 0; at < length; ++at) {
        const int letter = database[static_cast<size_t>(at) * sequences + sequence];
        const signed char* scores = profile[letter];
        int diagonal = 0, above = 0, gap_above = 0;
#pragma unroll 4
        for (int row = 0; row < kQuery; ++row) {
            const int left = column.score[row];
            const int gap_left = larger(left - gaps.open, column.gap[row] - gaps.extend);
            gap_above = larger(above - gaps.open, gap_above - gaps.extend);
            const int here = larger(larger(diagonal + scores[row], 0), larger(gap_left, gap_above));
            diagonal = left;
            above = here;
            column.score[row] = static_cast<short>(here);
            column.gap[row] = static_cast<short>(gap_left);
            best = larger(best, here);
        }
    }
    best_scores[sequence] = best;
}
