// y = A x in half precision by pairs, a block a row: products in half2, sums in float.
#include <cuda_fp16.h>

__device__ float block_sum(float value) {
    __shared__ float parts[8];
    for (int delta = 16; delta > 0; delta >>= 1) value += __shfl_down_sync(~0u, value, delta);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
    __syncthreads();
    float total = 0.0f;
    if (threadIdx.x == 0)
        for (int w = 0; w < blockDim.x / 32; w++) total += parts[w];
    return total;
}

extern "C" __global__ void gemv_pairs(const __half* a, const __half* x, __half* y, int rows, int columns, int lda) {
    int row = blockIdx.x;
    if (row >= rows) return;
    const __half2* line = reinterpret_cast<const __half2*>(a + (size_t)row * lda);
    const __half2* vector = reinterpret_cast<const __half2*>(x);
    float sum = 0.0f;
    int pairs = columns / 2;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 u = __half22float2(line[i]);
        float2 v = __half22float2(vector[i]);
        sum = fmaf(u.x, v.x, sum);
        sum = fmaf(u.y, v.y, sum);
    }
    float total = block_sum(sum);
    if (threadIdx.x == 0) y[row] = __float2half(total);
}
