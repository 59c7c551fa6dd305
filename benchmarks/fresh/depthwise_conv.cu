// Depthwise 2D convolution, channels last, with stride, padding and a fused activation chosen at compile time.

enum class Activation { kNone, kRelu6, kHardSwish };

template <Activation kind>
__device__ float activate(float x) {
    if (kind == Activation::kRelu6) return fminf(fmaxf(x, 0.0f), 6.0f);
    if (kind == Activation::kHardSwish) return x * fminf(fmaxf(x + 3.0f, 0.0f), 6.0f) / 6.0f;
    return x;
}

struct ConvShape {
    int batch, height, width, channels;
    int out_height, out_width;
    int stride, pad;
};

template <int K, Activation kind>
__device__ void depthwise(const float* input, const float* filter, const float* bias, float* output,
                          const ConvShape& s) {
    int total = s.batch * s.out_height * s.out_width * s.channels;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
        int c = i % s.channels;
        int ox = (i / s.channels) % s.out_width;
        int oy = (i / s.channels / s.out_width) % s.out_height;
        int n = i / s.channels / s.out_width / s.out_height;
        float sum = bias[c];
        for (int ky = 0; ky < K; ky++) {
            int iy = oy * s.stride - s.pad + ky;
            if (iy < 0 || iy >= s.height) continue;
            for (int kx = 0; kx < K; kx++) {
                int ix = ox * s.stride - s.pad + kx;
                if (ix < 0 || ix >= s.width) continue;
                sum += input[((n * s.height + iy) * s.width + ix) * s.channels + c] *
                       filter[(ky * K + kx) * s.channels + c];
            }
        }
        output[i] = activate<kind>(sum);
    }
}

extern "C" __global__ void depthwise_conv(const float* __restrict__ input, const float* __restrict__ filter,
                                          const float* __restrict__ bias, float* __restrict__ output, ConvShape s) {
    depthwise<5, Activation::kHardSwish>(input, filter, bias, output, s);
}
