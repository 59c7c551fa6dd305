// y = W x with weights of eight bits, a scale for every 64 of them, sixteen weights a load; a warp a row.

extern "C" __global__ void int8_gemv(const int4* weights, const float* scales, const float* x, const float* bias,
                                     float* y, int rows, int columns) {
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;
    const int4* line = weights + (size_t)row * (columns / 16);
    const float* scale = scales + (size_t)row * (columns / 64);
    float sum = 0.0f;
    for (int i = lane; i < columns / 16; i += 32) {
        int4 packed = line[i];
        int words[4] = {packed.x, packed.y, packed.z, packed.w};
        const float4* part = reinterpret_cast<const float4*>(x) + i * 4;
        float dot = 0.0f;
        for (int w = 0; w < 4; w++) {
            float4 v = part[w];
            dot += (float)(signed char)(words[w] & 0xff) * v.x;
            dot += (float)(signed char)((words[w] >> 8) & 0xff) * v.y;
            dot += (float)(signed char)((words[w] >> 16) & 0xff) * v.z;
            dot += (float)(words[w] >> 24) * v.w;
        }
        sum += dot * scale[i / 4];
    }
    for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xffffffffu, sum, delta);
    if (lane == 0) y[row] = sum + (bias != nullptr ? bias[row] : 0.0f);
}
