// Pixels to CIE Lab, and which of them are near a wanted colour.

struct Lab {
    float l, a, b;
};

__device__ __forceinline__ float to_linear(unsigned char value) {
    float c = value / 255.0f;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

__device__ __forceinline__ float lab_curve(float t) {
    return t > 0.008856452f ? cbrtf(t) : 7.787037f * t + 0.13793103f;
}

__device__ Lab to_lab(uchar4 pixel) {
    float r = to_linear(pixel.x), g = to_linear(pixel.y), b = to_linear(pixel.z);
    float x = 0.4124564f * r + 0.3575761f * g + 0.1804375f * b;
    float y = 0.2126729f * r + 0.7151522f * g + 0.0721750f * b;
    float z = 0.0193339f * r + 0.1191920f * g + 0.9503041f * b;
    float fx = lab_curve(x / 0.95047f), fy = lab_curve(y), fz = lab_curve(z / 1.08883f);
    return Lab{116.0f * fy - 16.0f, 500.0f * (fx - fy), 200.0f * (fy - fz)};
}

// The distance of 1994 for graphic arts.
__device__ float difference(const Lab& wanted, const Lab& other) {
    float dl = wanted.l - other.l;
    float c1 = sqrtf(wanted.a * wanted.a + wanted.b * wanted.b), c2 = sqrtf(other.a * other.a + other.b * other.b);
    float dc = c1 - c2;
    float da = wanted.a - other.a, db = wanted.b - other.b;
    float dh2 = fmaxf(da * da + db * db - dc * dc, 0.0f);
    float sc = 1.0f + 0.045f * c1, sh = 1.0f + 0.015f * c1;
    return sqrtf(dl * dl + dc * dc / (sc * sc) + dh2 / (sh * sh));
}

extern "C" __global__ void rgb_to_lab(const uchar4* __restrict__ pixels, int width, int height, int pitch, Lab wanted,
                                      float limit, Lab* __restrict__ lab, unsigned char* __restrict__ mask) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    Lab here = to_lab(pixels[y * pitch + x]);
    lab[y * width + x] = here;
    mask[y * width + x] = difference(wanted, here) < limit ? 255 : 0;
}
