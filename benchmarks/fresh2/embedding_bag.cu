// Sums (or means) of table rows named by bags of indices, with optional weights; a row of threads a bag.

enum class Mode : int { kSum, kMean };

extern "C" __global__ void embedding_bag(const float* table, const long long* indices, const long long* offsets,
                                         const float* weights, float* out, int bags, int width, long long padding,
                                         Mode mode) {
    int bag = blockIdx.x * blockDim.y + threadIdx.y;
    if (bag >= bags) return;
    long long begin = offsets[bag], end = offsets[bag + 1];
    for (int d = threadIdx.x; d < width; d += blockDim.x) {
        float sum = 0.0f;
        int used = 0;
        for (long long i = begin; i < end; i++) {
            long long index = indices[i];
            if (index == padding) continue;
            float value = table[index * width + d];
            sum += weights ? weights[i] * value : value;
            used++;
        }
        if (mode == Mode::kMean && used > 0) sum /= used;
        out[(long long)bag * width + d] = sum;
    }
}
