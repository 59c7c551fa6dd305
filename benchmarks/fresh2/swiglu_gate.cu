// The gate of a feed-forward layer in bfloat16: silu of the first half of a row times its second half, and GELU's
// approximation by tanh for layers that want it.
#include <cuda_bf16.h>

template <bool kGelu>
__device__ float activate(float x) {
    if (kGelu) {
        float inner = 0.7978845608f * (x + 0.044715f * x * x * x);
        return 0.5f * x * (1.0f + tanhf(inner));
    }
    return x / (1.0f + expf(-x));
}

template <bool kGelu>
__device__ void gate(const __nv_bfloat16* in, __nv_bfloat16* out, int rows, int width) {
    int column = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
    int row = blockIdx.y;
    if (column >= width) return;
    const __nv_bfloat16* line = in + (size_t)row * width * 2;
    __nv_bfloat162 a = *reinterpret_cast<const __nv_bfloat162*>(line + column);
    __nv_bfloat162 b = *reinterpret_cast<const __nv_bfloat162*>(line + width + column);
    float first = activate<kGelu>(__bfloat162float(a.x)) * __bfloat162float(b.x);
    float second = activate<kGelu>(__bfloat162float(a.y)) * __bfloat162float(b.y);
    __nv_bfloat162 result;
    result.x = __float2bfloat16(first);
    result.y = __float2bfloat16(second);
    *reinterpret_cast<__nv_bfloat162*>(out + (size_t)row * width + column) = result;
}

extern "C" __global__ void swiglu_gate(const __nv_bfloat16* in, __nv_bfloat16* out, int rows, int width, int gelu) {
    if (gelu)
        gate<true>(in, out, rows, width);
    else
        gate<false>(in, out, rows, width);
}
