// Layer normalisation of bf16 rows with residual input, one warp per row, statistics by Welford's method in float.
#include <cuda_bf16.h>

namespace {

constexpr unsigned kFull = 0xffffffffu;

struct Moments {
    float count, mean, squares;

    __device__ __forceinline__ void add(float x) {
        count += 1.0f;
        const float delta = x - mean;
        mean += delta / count;
        squares += delta * (x - mean);
    }
};

__device__ __forceinline__ Moments merge(const Moments& a, const Moments& b) {
    const float count = a.count + b.count;
    if (count == 0.0f) return a;
    const float delta = b.mean - a.mean, share = b.count / count;
    return {count, a.mean + delta * share, a.squares + b.squares + delta * delta * a.count * share};
}

__device__ Moments merge_warp(Moments m) {
#pragma unroll
    for (int flip = 16; flip > 0; flip /= 2)
        m = merge(m, {__shfl_xor_sync(kFull, m.count, flip), __shfl_xor_sync(kFull, m.mean, flip),
                      __shfl_xor_sync(kFull, m.squares, flip)});
    return m;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    layernorm_bf16(const __nv_bfloat162* __restrict__ input, const __nv_bfloat162* __restrict__ residual,
                   const float2* __restrict__ gain, const float2* __restrict__ shift,
                   __nv_bfloat162* __restrict__ output, int rows, int pairs, float epsilon) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const size_t first = static_cast<size_t>(row) * pairs;
    Moments mine{0.0f, 0.0f, 0.0f};
    for (int i = lane; i < pairs; i += 32) {
        const float2 a = __bfloat1622float2(input[first + i]), b = __bfloat1622float2(residual[first + i]);
        mine.add(a.x + b.x);
        mine.add(a.y + b.y);
    }
    const Moments all = merge_warp(mine);
    const float inverse = rsqrtf(all.squares / all.count + epsilon);
    for (int i = lane; i < pairs; i += 32) {
        const float2 a = __bfloat1622float2(input[first + i]), b = __bfloat1622float2(residual[first + i]);
        const float2 g = __ldg(gain + i), s = __ldg(shift + i);
        const float x = (a.x + b.x - all.mean) * inverse * g.x + s.x;
        const float y = (a.y + b.y - all.mean) * inverse * g.y + s.y;
        output[first + i] = __floats2bfloat162_rn(x, y);
    }
}
