// NV12 video frames to interleaved RGB with a choice of colour matrix; two by two pixels a thread.

enum ColourSpace { kBt601, kBt709, kFullRange };

__device__ unsigned char clamp_byte(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

__device__ uchar3 convert(int y, int u, int v, int space) {
    int c = y - 16, d = u - 128, e = v - 128;
    int r, g, b;
    switch (space) {
        case kBt601:
            r = (298 * c + 409 * e + 128) >> 8;
            g = (298 * c - 100 * d - 208 * e + 128) >> 8;
            b = (298 * c + 516 * d + 128) >> 8;
            break;
        case kBt709:
            r = (298 * c + 459 * e + 128) >> 8;
            g = (298 * c - 55 * d - 136 * e + 128) >> 8;
            b = (298 * c + 541 * d + 128) >> 8;
            break;
        default:
            r = y + ((359 * e + 128) >> 8);
            g = y - ((88 * d + 183 * e + 128) >> 8);
            b = y + ((454 * d + 128) >> 8);
    }
    return make_uchar3(clamp_byte(r), clamp_byte(g), clamp_byte(b));
}

extern "C" __global__ void yuv_to_rgb(const unsigned char* luma, const uchar2* chroma, uchar3* rgb, int width,
                                      int height, int pitch, int space) {
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
    int y = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
    if (x >= width || y >= height) return;
    uchar2 uv = chroma[(y / 2) * (pitch / 2) + x / 2];
    for (int dy = 0; dy < 2; dy++)
        for (int dx = 0; dx < 2; dx++)
            rgb[(y + dy) * width + x + dx] = convert(luma[(y + dy) * pitch + x + dx], uv.x, uv.y, space);
}
