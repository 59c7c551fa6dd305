// Region features: the average of bilinear samples in each bin of each box.

__device__ float sample(const float* plane, int height, int width, float y, float x) {
    if (y < -1.0f || y > height || x < -1.0f || x > width) return 0.0f;
    if (y <= 0) y = 0;
    if (x <= 0) x = 0;
    int y_low = (int)y, x_low = (int)x, y_high, x_high;
    if (y_low >= height - 1) {
        y_high = y_low = height - 1;
        y = (float)y_low;
    } else {
        y_high = y_low + 1;
    }
    if (x_low >= width - 1) {
        x_high = x_low = width - 1;
        x = (float)x_low;
    } else {
        x_high = x_low + 1;
    }
    float ly = y - y_low, lx = x - x_low, hy = 1.0f - ly, hx = 1.0f - lx;
    return hy * hx * plane[y_low * width + x_low] + hy * lx * plane[y_low * width + x_high] +
           ly * hx * plane[y_high * width + x_low] + ly * lx * plane[y_high * width + x_high];
}

extern "C" __global__ void roi_align(const float* features, const float* boxes, float* out, int box_count,
                                     int channels, int height, int width, int bins, int samples, float scale) {
    int total = box_count * channels * bins * bins;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
        int bx = i % bins, by = (i / bins) % bins, c = (i / bins / bins) % channels, b = i / bins / bins / channels;
        const float* box = boxes + b * 5;
        int image = (int)box[0];
        float x0 = box[1] * scale - 0.5f, y0 = box[2] * scale - 0.5f;
        float bin_w = (box[3] * scale - 0.5f - x0) / bins, bin_h = (box[4] * scale - 0.5f - y0) / bins;
        const float* plane = features + (image * channels + c) * height * width;
        float sum = 0.0f;
        for (int iy = 0; iy < samples; iy++) {
            float y = y0 + by * bin_h + (iy + 0.5f) * bin_h / samples;
            for (int ix = 0; ix < samples; ix++) {
                float x = x0 + bx * bin_w + (ix + 0.5f) * bin_w / samples;
                sum += sample(plane, height, width, y, x);
            }
        }
        out[i] = sum / (samples * samples);
    }
}
