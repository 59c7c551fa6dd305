// Histogram of bytes: 256 bins per pair of warps in shared memory, merged with global atomics; a tail of odd bytes.

namespace {

constexpr int kBins = 256;
constexpr int kCopies = 4;
constexpr int kThreads = 256;

__device__ __forceinline__ void count_word(unsigned* bins, unsigned word) {
    atomicAdd(bins + (word & 255u), 1u);
    atomicAdd(bins + ((word >> 8) & 255u), 1u);
    atomicAdd(bins + ((word >> 16) & 255u), 1u);
    atomicAdd(bins + (word >> 24), 1u);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    histogram_shared(const unsigned char* __restrict__ data, long long count, unsigned* __restrict__ histogram) {
    __shared__ unsigned bins[kCopies][kBins];
    for (int i = threadIdx.x; i < kCopies * kBins; i += kThreads) (&bins[0][0])[i] = 0;
    __syncthreads();

    unsigned* mine = bins[(threadIdx.x / 64) % kCopies];
    const uint4* vectors = reinterpret_cast<const uint4*>(data);
    const long long vector_count = count / 16;
    const long long stride = static_cast<long long>(gridDim.x) * kThreads;
    const long long first = static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x;
    for (long long i = first; i < vector_count; i += stride) {
        const uint4 v = vectors[i];
        count_word(mine, v.x);
        count_word(mine, v.y);
        count_word(mine, v.z);
        count_word(mine, v.w);
    }
    for (long long i = vector_count * 16 + first; i < count; i += stride) atomicAdd(mine + data[i], 1u);
    __syncthreads();

    for (int bin = threadIdx.x; bin < kBins; bin += kThreads) {
        unsigned total = 0;
#pragma unroll
        for (int copy = 0; copy < kCopies; ++copy) total += bins[copy][bin];
        if (total != 0) atomicAdd(histogram + bin, total);
    }
}
