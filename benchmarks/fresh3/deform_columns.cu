// The columns of a deformable convolution: every tap of every output pixel is sampled where an offset moves it, between
// four pixels, and weighed by a mask. One thread for a channel of an output pixel, over all taps.

struct ConvShape {
    int channels, height, width;
    int kernel_h, kernel_w, pad, stride, dilation;
    int groups;
    int out_h, out_w;
};

__device__ float bilinear(const float* plane, int height, int width, float y, float x) {
    if (y <= -1.0f || y >= height || x <= -1.0f || x >= width) return 0.0f;
    int y0 = (int)floorf(y), x0 = (int)floorf(x);
    int y1 = y0 + 1, x1 = x0 + 1;
    float fy = y - y0, fx = x - x0;
    float v00 = y0 >= 0 && x0 >= 0 ? plane[y0 * width + x0] : 0.0f;
    float v01 = y0 >= 0 && x1 < width ? plane[y0 * width + x1] : 0.0f;
    float v10 = y1 < height && x0 >= 0 ? plane[y1 * width + x0] : 0.0f;
    float v11 = y1 < height && x1 < width ? plane[y1 * width + x1] : 0.0f;
    return (1 - fy) * ((1 - fx) * v00 + fx * v01) + fy * ((1 - fx) * v10 + fx * v11);
}

extern "C" __global__ void deform_columns(const float* image, const float* offsets, const float* mask, ConvShape s,
                                          int total, float* columns) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= total) return;
    int ox = index % s.out_w;
    int oy = index / s.out_w % s.out_h;
    int channel = index / (s.out_w * s.out_h) % s.channels;
    int picture = index / (s.out_w * s.out_h * s.channels);
    int group = channel / (s.channels / s.groups);
    int taps = s.kernel_h * s.kernel_w;
    int out_area = s.out_h * s.out_w;
    const float* plane = image + (picture * s.channels + channel) * s.height * s.width;
    const float* my_offsets = offsets + (picture * s.groups + group) * 2 * taps * out_area;
    const float* my_mask = mask + (picture * s.groups + group) * taps * out_area;
    float* out = columns + ((picture * s.channels + channel) * taps * s.out_h + oy) * s.out_w + ox;
    for (int ky = 0; ky < s.kernel_h; ky++) {
        for (int kx = 0; kx < s.kernel_w; kx++) {
            int tap = ky * s.kernel_w + kx;
            int at = oy * s.out_w + ox;
            float dy = my_offsets[2 * tap * out_area + at];
            float dx = my_offsets[(2 * tap + 1) * out_area + at];
            float y = oy * s.stride - s.pad + ky * s.dilation + dy;
            float x = ox * s.stride - s.pad + kx * s.dilation + dx;
            *out = my_mask[tap * out_area + at] * bilinear(plane, s.height, s.width, y, x);
            out += out_area;
        }
    }
}
