// Least-significant-digit radix sort of 1024 keys per block, four bits at a time: ranks from packed per-thread counters
// and a block-wide scan, then a scatter through shared memory. Stable, with values.

namespace {

constexpr int kThreads = 256;
constexpr int kPerThread = 4;
constexpr int kKeys = kThreads * kPerThread;
constexpr int kDigits = 16;
constexpr unsigned kFull = 0xffffffffu;

struct Items {
    unsigned keys[kPerThread];
    unsigned short values[kPerThread];
};

struct Storage {
    unsigned counts[kDigits * kThreads];
    unsigned warp_sums[kThreads / 32];
    unsigned keys[kKeys];
    unsigned short values[kKeys];
};

__device__ __forceinline__ unsigned scan_warp(unsigned value, int lane) {
#pragma unroll
    for (int delta = 1; delta < 32; delta *= 2) {
        const unsigned below = __shfl_up_sync(kFull, value, delta);
        if (lane >= delta) value += below;
    }
    return value;
}

// Exclusive scan of all counters in (digit, thread) order; each thread owns sixteen neighbours.
__device__ void scan_counts(Storage& s) {
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    unsigned* mine = s.counts + thread * kDigits;
    unsigned sum = 0;
#pragma unroll
    for (int i = 0; i < kDigits; ++i) sum += mine[i];
    const unsigned inclusive = scan_warp(sum, lane);
    if (lane == 31) s.warp_sums[warp] = inclusive;
    __syncthreads();
    unsigned before = inclusive - sum;
    for (int w = 0; w < warp; ++w) before += s.warp_sums[w];
#pragma unroll
    for (int i = 0; i < kDigits; ++i) {
        const unsigned count = mine[i];
        mine[i] = before;
        before += count;
    }
    __syncthreads();
}

__device__ void sort_digit(Storage& s, Items& items, int shift) {
    const int thread = threadIdx.x;
#pragma unroll
    for (int digit = 0; digit < kDigits; ++digit) s.counts[digit * kThreads + thread] = 0;
    __syncthreads();
    unsigned ranks[kPerThread];
#pragma unroll
    for (int i = 0; i < kPerThread; ++i) {
        const unsigned digit = items.keys[i] >> shift & (kDigits - 1);
        ranks[i] = s.counts[digit * kThreads + thread]++;
    }
    __syncthreads();
    scan_counts(s);
#pragma unroll
    for (int i = 0; i < kPerThread; ++i) {
        const unsigned digit = items.keys[i] >> shift & (kDigits - 1);
        const unsigned to = s.counts[digit * kThreads + thread] + ranks[i];
        s.keys[to] = items.keys[i];
        s.values[to] = items.values[i];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kPerThread; ++i) {
        items.keys[i] = s.keys[thread * kPerThread + i];
        items.values[i] = s.values[thread * kPerThread + i];
    }
    __syncthreads();
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    radix_sort_block(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted,
                     unsigned short* __restrict__ positions) {
    __shared__ Storage storage;
    const size_t first = static_cast<size_t>(blockIdx.x) * kKeys;
    Items items;
#pragma unroll
    for (int i = 0; i < kPerThread; ++i) {
        const int at = threadIdx.x * kPerThread + i;
        items.keys[i] = keys[first + at];
        items.values[i] = static_cast<unsigned short>(at);
    }
    for (int shift = 0; shift < 32; shift += 4) sort_digit(storage, items, shift);
#pragma unroll
    for (int i = 0; i < kPerThread; ++i) {
        const size_t at = first + threadIdx.x * kPerThread + i;
        sorted[at] = items.keys[i];
        positions[at] = items.values[i];
    }
}
