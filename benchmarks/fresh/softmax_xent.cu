// Cross entropy of softmax over half-precision logits with label smoothing: loss and gradient, one block a row.
#include <cuda_fp16.h>

struct MaxOp {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct SumOp {
    __device__ float operator()(float a, float b) const { return a + b; }
};

template <typename Op>
__device__ float block_reduce(float value, float start, Op op, float* scratch) {
    for (int mask = 16; mask > 0; mask >>= 1) value = op(value, __shfl_xor_sync(0xffffffffu, value, mask));
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    if (lane == 0) scratch[warp] = value;
    __syncthreads();
    value = lane < (blockDim.x >> 5) ? scratch[lane] : start;
    for (int mask = 16; mask > 0; mask >>= 1) value = op(value, __shfl_xor_sync(0xffffffffu, value, mask));
    __syncthreads();
    return value;
}

extern "C" __global__ void softmax_xent(const __half* logits, const int* labels, float* losses, __half* gradient,
                                        int classes, float smoothing, float scale) {
    __shared__ float scratch[32];
    int row = blockIdx.x;
    const __half* mine = logits + (size_t)row * classes;
    __half* grad = gradient + (size_t)row * classes;

    float top = -1e30f, total = 0.0f;
    for (int c = threadIdx.x; c < classes; c += blockDim.x) {
        float v = __half2float(mine[c]);
        top = fmaxf(top, v);
        total += v;
    }
    top = block_reduce(top, -1e30f, MaxOp(), scratch);
    total = block_reduce(total, 0.0f, SumOp(), scratch);
    float sum = 0.0f;
    for (int c = threadIdx.x; c < classes; c += blockDim.x) sum += expf(__half2float(mine[c]) - top);
    sum = block_reduce(sum, 0.0f, SumOp(), scratch);

    int label = labels[row];
    float log_sum = logf(sum) + top;
    if (threadIdx.x == 0) {
        float picked = __half2float(mine[label]);
        losses[row] = (1.0f - smoothing) * (log_sum - picked) + smoothing * (log_sum - total / classes);
    }
    for (int c = threadIdx.x; c < classes; c += blockDim.x) {
        float p = expf(__half2float(mine[c]) - log_sum);
        float target = smoothing / classes + (c == label ? 1.0f - smoothing : 0.0f);
        grad[c] = __float2half((p - target) * scale);
    }
}
