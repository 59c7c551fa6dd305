// The gradient of batch normalisation: two sums over all pictures of a channel, then the gradient of every input.
// A block a channel.

__device__ float2 sum_over_block(float2 value, float2* scratch) {
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    for (int offset = warpSize / 2; offset > 0; offset >>= 1) {
        value.x += __shfl_down_sync(0xffffffffu, value.x, offset);
        value.y += __shfl_down_sync(0xffffffffu, value.y, offset);
    }
    if (lane == 0) scratch[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < blockDim.x / warpSize ? scratch[lane] : make_float2(0.0f, 0.0f);
        for (int offset = warpSize / 2; offset > 0; offset >>= 1) {
            value.x += __shfl_down_sync(0xffffffffu, value.x, offset);
            value.y += __shfl_down_sync(0xffffffffu, value.y, offset);
        }
        if (lane == 0) scratch[0] = value;
    }
    __syncthreads();
    return scratch[0];
}

extern "C" __global__ void batchnorm_backward(const float* __restrict__ input, const float* __restrict__ grad_output,
                                              const float* __restrict__ mean, const float* __restrict__ inverse_std,
                                              const float* __restrict__ weight, int batch, int channels, int area,
                                              float* __restrict__ grad_input, float* grad_weight, float* grad_bias) {
    __shared__ float2 scratch[32];
    int channel = blockIdx.x;
    float m = mean[channel], s = inverse_std[channel];
    int count = batch * area;
    float2 sums = make_float2(0.0f, 0.0f);
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        int picture = i / area, pixel = i % area;
        size_t at = ((size_t)picture * channels + channel) * area + pixel;
        float g = grad_output[at];
        sums.x += g;
        sums.y += g * (input[at] - m) * s;
    }
    sums = sum_over_block(sums, scratch);
    if (threadIdx.x == 0) {
        grad_bias[channel] = sums.x;
        grad_weight[channel] = sums.y;
    }
    float scale = weight[channel] * s;
    float mean_grad = sums.x / count, mean_product = sums.y / count;
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        int picture = i / area, pixel = i % area;
        size_t at = ((size_t)picture * channels + channel) * area + pixel;
        float normal = (input[at] - m) * s;
        grad_input[at] = scale * (grad_output[at] - mean_grad - normal * mean_product);
    }
}
