// Max pooling with the winner's place, windows that may hang over the edge, any stride.

extern "C" __global__ void maxpool_argmax(const float* input, float* output, int* winners, int planes, int height,
                                          int width, int out_height, int out_width, int kernel, int stride, int pad) {
    long total = (long)planes * out_height * out_width;
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < total; i += (long)gridDim.x * blockDim.x) {
        int ox = i % out_width;
        int oy = (i / out_width) % out_height;
        int plane = i / out_width / out_height;
        int y0 = oy * stride - pad, x0 = ox * stride - pad;
        int y1 = min(y0 + kernel, height), x1 = min(x0 + kernel, width);
        y0 = max(y0, 0);
        x0 = max(x0, 0);
        const float* from = input + (long)plane * height * width;
        float best = -3.4e38f;
        int where = -1;
        for (int y = y0; y < y1; y++) {
            for (int x = x0; x < x1; x++) {
                float value = from[y * width + x];
                if (value > best || value != value) {
                    best = value;
                    where = y * width + x;
                }
            }
        }
        output[i] = best;
        winners[i] = where;
    }
}
