// Samples an image with many channels at positions from a flow field, bilinear, with the border handled as asked for.

enum Padding { kZeros, kBorder, kReflect };

__device__ float resolve(float at, int size, int padding) {
    if (padding == kBorder) return fminf(fmaxf(at, 0.0f), size - 1.0f);
    if (padding == kReflect) {
        float span = size - 1.0f;
        at = fabsf(at);
        float extra = fmodf(at, span);
        int flips = (int)floorf(at / span);
        return flips % 2 == 0 ? extra : span - extra;
    }
    return at;
}

__device__ float fetch(const float* plane, int x, int y, int width, int height) {
    if (x < 0 || y < 0 || x >= width || y >= height) return 0.0f;
    return plane[y * width + x];
}

extern "C" __global__ void grid_sample(const float* image, const float2* flow, float* out, int channels, int width,
                                       int height, int out_width, int out_height, int padding) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out_width || y >= out_height) return;
    float2 f = flow[y * out_width + x];
    float sx = resolve((f.x + 1.0f) * 0.5f * (width - 1), width, padding);
    float sy = resolve((f.y + 1.0f) * 0.5f * (height - 1), height, padding);
    int x0 = (int)floorf(sx), y0 = (int)floorf(sy);
    float wx = sx - x0, wy = sy - y0;
    for (int c = 0; c < channels; c++) {
        const float* plane = image + c * width * height;
        float v = fetch(plane, x0, y0, width, height) * (1.0f - wx) * (1.0f - wy) +
                  fetch(plane, x0 + 1, y0, width, height) * wx * (1.0f - wy) +
                  fetch(plane, x0, y0 + 1, width, height) * (1.0f - wx) * wy +
                  fetch(plane, x0 + 1, y0 + 1, width, height) * wx * wy;
        out[(c * out_height + y) * out_width + x] = v;
    }
}
