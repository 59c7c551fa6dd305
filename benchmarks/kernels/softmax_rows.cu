// Softmax of long rows: one block per row, running maximum and sum merged in one pass, then the normalised output.

namespace {

constexpr int kThreads = 256;
constexpr unsigned kFull = 0xffffffffu;

struct Running {
    float maximum, sum;

    __device__ __forceinline__ void add(float x) {
        if (x > maximum) {
            sum = sum * expf(maximum - x) + 1.0f;
            maximum = x;
        } else {
            sum += expf(x - maximum);
        }
    }
};

__device__ __forceinline__ Running merge(Running a, Running b) {
    const float maximum = fmaxf(a.maximum, b.maximum);
    return {maximum, a.sum * expf(a.maximum - maximum) + b.sum * expf(b.maximum - maximum)};
}

__device__ Running merge_warp(Running r) {
#pragma unroll
    for (int flip = 16; flip > 0; flip /= 2)
        r = merge(r, {__shfl_xor_sync(kFull, r.maximum, flip), __shfl_xor_sync(kFull, r.sum, flip)});
    return r;
}

__device__ Running merge_block(Running r, Running* shared) {
    r = merge_warp(r);
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = r;
    __syncthreads();
    r = shared[threadIdx.x % (kThreads / 32)];
#pragma unroll
    for (int flip = kThreads / 64; flip > 0; flip /= 2)
        r = merge(r, {__shfl_xor_sync(kFull, r.maximum, flip), __shfl_xor_sync(kFull, r.sum, flip)});
    return r;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    softmax_rows(const float* __restrict__ input, float* __restrict__ output, int columns) {
    __shared__ Running shared[kThreads / 32];
    const float* row = input + static_cast<size_t>(blockIdx.x) * columns;
    float* out = output + static_cast<size_t>(blockIdx.x) * columns;

    Running mine{-1e30f, 0.0f};
    for (int i = threadIdx.x; i < columns; i += kThreads) mine.add(row[i]);
    const Running all = merge_block(mine, shared);
    const float scale = 1.0f / all.sum;
    for (int i = threadIdx.x; i < columns; i += kThreads) out[i] = expf(row[i] - all.maximum) * scale;
}
