// Escape times of a Julia set of z^3 + c in double, with smooth colouring and four samples a pixel.

struct View {
    double centre_x, centre_y, scale;
    double c_re, c_im;
    int limit;
};

__device__ float escape(double re, double im, const View& v) {
    int i = 0;
    double r2 = re * re + im * im;
    while (i < v.limit && r2 < 64.0) {
        double next = re * (re * re - 3.0 * im * im) + v.c_re;
        im = im * (3.0 * re * re - im * im) + v.c_im;
        re = next;
        r2 = re * re + im * im;
        i++;
    }
    if (i == v.limit) return (float)v.limit;
    return i + 1.0f - logf(0.5f * logf((float)r2)) / logf(3.0f);
}

extern "C" __global__ void julia_escape(float* image, int width, int height, View v) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int s = 0; s < 4; s++) {
        double sx = x + 0.25 + 0.5 * (s & 1), sy = y + 0.25 + 0.5 * (s >> 1);
        sum += escape(v.centre_x + (sx - 0.5 * width) * v.scale, v.centre_y + (sy - 0.5 * height) * v.scale, v);
    }
    image[y * width + x] = 0.25f * sum;
}
