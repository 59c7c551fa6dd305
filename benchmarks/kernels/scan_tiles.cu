// Inclusive prefix sums inside tiles of 1024 numbers (four per thread), with the tile totals for a later pass.

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;

template <typename T>
__device__ __forceinline__ T scan_warp(T value, int lane) {
#pragma unroll
    for (int delta = 1; delta < 32; delta <<= 1) {
        T below = __shfl_up_sync(0xffffffffu, value, delta);
        if (lane >= delta) value += below;
    }
    return value;
}

// Inclusive scan over the block; `total` becomes the sum over all threads.
template <typename T>
__device__ T scan_block(T value, T* warp_sums, T& total) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    T inclusive = scan_warp(value, lane);
    if (lane == 31) warp_sums[warp] = inclusive;
    __syncthreads();
    if (warp == 0) {
        T sums = scan_warp(lane < kWarps ? warp_sums[lane] : T(0), lane);
        if (lane < kWarps) warp_sums[lane] = sums;
    }
    __syncthreads();
    total = warp_sums[kWarps - 1];
    return inclusive + (warp > 0 ? warp_sums[warp - 1] : T(0));
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    scan_tiles(const int4* __restrict__ input, long long* __restrict__ output, long long* __restrict__ totals) {
    __shared__ long long warp_sums[kWarps];

    const size_t at = static_cast<size_t>(blockIdx.x) * kThreads + threadIdx.x;
    const int4 v = input[at];
    const long long sum2 = static_cast<long long>(v.x) + v.y, sum3 = sum2 + v.z, sum4 = sum3 + v.w;
    long long total;
    const long long before = scan_block(sum4, warp_sums, total) - sum4;
    longlong2* out = reinterpret_cast<longlong2*>(output) + 2 * at;
    out[0] = make_longlong2(before + v.x, before + sum2);
    out[1] = make_longlong2(before + sum3, before + sum4);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}
