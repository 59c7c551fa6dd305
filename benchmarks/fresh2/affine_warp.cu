// Rotates and scales a picture of four bytes a pixel, bilinear, with a border colour outside.

struct Affine {
    float m[6];
};

__device__ uchar4 pixel_or(const uchar4* picture, int x, int y, int width, int height, int pitch, uchar4 border) {
    return (x >= 0 && x < width && y >= 0 && y < height) ? picture[y * pitch + x] : border;
}

__device__ unsigned char mix(unsigned char a, unsigned char b, unsigned char c, unsigned char d, float u, float v) {
    float top = a + u * (b - a);
    float bottom = c + u * (d - c);
    return (unsigned char)(top + v * (bottom - top) + 0.5f);
}

extern "C" __global__ void affine_warp(const uchar4* source, int width, int height, int pitch, uchar4* target,
                                       int target_width, int target_height, Affine to_source, unsigned border_bits) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= target_width || y >= target_height) return;
    uchar4 border = make_uchar4(border_bits & 255, border_bits >> 8 & 255, border_bits >> 16 & 255, border_bits >> 24);
    float sx = to_source.m[0] * x + to_source.m[1] * y + to_source.m[2];
    float sy = to_source.m[3] * x + to_source.m[4] * y + to_source.m[5];
    float fx = floorf(sx), fy = floorf(sy);
    int ix = (int)fx, iy = (int)fy;
    float u = sx - fx, v = sy - fy;
    uchar4 p00 = pixel_or(source, ix, iy, width, height, pitch, border);
    uchar4 p10 = pixel_or(source, ix + 1, iy, width, height, pitch, border);
    uchar4 p01 = pixel_or(source, ix, iy + 1, width, height, pitch, border);
    uchar4 p11 = pixel_or(source, ix + 1, iy + 1, width, height, pitch, border);
    uchar4 result;
    result.x = mix(p00.x, p10.x, p01.x, p11.x, u, v);
    result.y = mix(p00.y, p10.y, p01.y, p11.y, u, v);
    result.z = mix(p00.z, p10.z, p01.z, p11.z, u, v);
    result.w = mix(p00.w, p10.w, p01.w, p11.w, u, v);
    target[y * target_width + x] = result;
}
