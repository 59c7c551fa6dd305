// Group normalisation with SiLU behind it, bf16 in and out, one block for each image and group.
#include <cuda_bf16.h>

__device__ float2 warp_sum(float2 v) {
    for (int offset = 16; offset > 0; offset >>= 1) {
        v.x += __shfl_down_sync(0xffffffff, v.x, offset);
        v.y += __shfl_down_sync(0xffffffff, v.y, offset);
    }
    return v;
}

extern "C" __global__ void group_norm(const __nv_bfloat16* x, const float* scale, const float* shift,
                                      __nv_bfloat16* y, int channels, int groups, int pixels, float epsilon) {
    int image = blockIdx.x / groups, group = blockIdx.x % groups;
    int per_group = channels / groups;
    int count = per_group * pixels;
    const __nv_bfloat16* in = x + ((size_t)image * channels + group * per_group) * pixels;
    __nv_bfloat16* out = y + ((size_t)image * channels + group * per_group) * pixels;

    float2 sums = make_float2(0.0f, 0.0f);
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        float v = __bfloat162float(in[i]);
        sums.x += v;
        sums.y += v * v;
    }
    __shared__ float2 parts[32];
    __shared__ float mean, inverse;
    sums = warp_sum(sums);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sums;
    __syncthreads();
    if (threadIdx.x < 32) {
        sums = threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : make_float2(0.0f, 0.0f);
        sums = warp_sum(sums);
        if (threadIdx.x == 0) {
            mean = sums.x / count;
            inverse = rsqrtf(sums.y / count - mean * mean + epsilon);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        int channel = group * per_group + i / pixels;
        float v = (__bfloat162float(in[i]) - mean) * inverse * scale[channel] + shift[channel];
        v = v / (1.0f + __expf(-v));
        out[i] = __float2bfloat16(v);
    }
}
