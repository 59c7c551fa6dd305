// Root mean square normalisation of half rows after a residual was added, a warp a row.
#include <cuda_fp16.h>

extern "C" __global__ void rms_norm(const __half* input, __half* residual, const __half* gain, __half* output, int rows,
                                    int width, float epsilon) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    int lane = threadIdx.x % warpSize;
    if (row >= rows) return;
    const __half2* in = (const __half2*)(input + (long)row * width);
    __half2* kept = (__half2*)(residual + (long)row * width);
    __half2* out = (__half2*)(output + (long)row * width);
    const __half2* g = (const __half2*)gain;
    float squares = 0.0f;
    for (int i = lane; i < width / 2; i += warpSize) {
        float2 a = __half22float2(in[i]), b = __half22float2(kept[i]);
        a.x += b.x;
        a.y += b.y;
        kept[i] = __floats2half2_rn(a.x, a.y);
        squares += a.x * a.x + a.y * a.y;
    }
    for (int flip = 16; flip; flip /= 2) squares += __shfl_xor_sync(0xffffffffu, squares, flip);
    float scale = rsqrtf(squares / width + epsilon);
    for (int i = lane; i < width / 2; i += warpSize) {
        float2 a = __half22float2(kept[i]), w = __half22float2(g[i]);
        out[i] = __floats2half2_rn(a.x * scale * w.x, a.y * scale * w.y);
    }
}
