// Fifth-order WENO derivative along the rows of a periodic field, wind from either side.

__device__ float weno5(float a, float b, float c, float d, float e) {
    const float eps = 1e-6f;
    float p0 = (2.0f * a - 7.0f * b + 11.0f * c) / 6.0f;
    float p1 = (-b + 5.0f * c + 2.0f * d) / 6.0f;
    float p2 = (2.0f * c + 5.0f * d - e) / 6.0f;
    float s0 = 13.0f / 12.0f * (a - 2 * b + c) * (a - 2 * b + c) + 0.25f * (a - 4 * b + 3 * c) * (a - 4 * b + 3 * c);
    float s1 = 13.0f / 12.0f * (b - 2 * c + d) * (b - 2 * c + d) + 0.25f * (b - d) * (b - d);
    float s2 = 13.0f / 12.0f * (c - 2 * d + e) * (c - 2 * d + e) + 0.25f * (3 * c - 4 * d + e) * (3 * c - 4 * d + e);
    float w0 = 0.1f / ((eps + s0) * (eps + s0));
    float w1 = 0.6f / ((eps + s1) * (eps + s1));
    float w2 = 0.3f / ((eps + s2) * (eps + s2));
    return (w0 * p0 + w1 * p1 + w2 * p2) / (w0 + w1 + w2);
}

extern "C" __global__ void weno_rows(const float* __restrict__ u, const float* __restrict__ wind, float* out, int width,
                                     int rows, float inverse_dx) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < width * rows; i += blockDim.x * gridDim.x) {
        int row = i / width;
        int x = i - row * width;
        const float* line = u + row * width;
        float v[7];
        for (int k = -3; k <= 3; k++) {
            int at = x + k;
            if (at < 0) at += width;
            if (at >= width) at -= width;
            v[k + 3] = line[at];
        }
        float derivative;
        if (wind[i] > 0.0f)
            derivative = weno5(v[1], v[2], v[3], v[4], v[5]) - weno5(v[0], v[1], v[2], v[3], v[4]);
        else
            derivative = weno5(v[6], v[5], v[4], v[3], v[2]) - weno5(v[5], v[4], v[3], v[2], v[1]);
        out[i] = -wind[i] * derivative * inverse_dx;
    }
}
