// Thermal radiation in columns of an atmosphere: fluxes down and up through absorbing layers in a few bands, and the
// heating of every layer. One column a thread.

constexpr int kMaxLayers = 48;
constexpr int kBands = 4;

__constant__ float absorption[kBands] = {0.02f, 0.35f, 2.4f, 11.0f};
__constant__ float weight[kBands] = {0.41f, 0.29f, 0.19f, 0.11f};

__device__ float black_body(float temperature) {
    float t2 = temperature * temperature;
    return 5.670374e-8f * t2 * t2;
}

extern "C" __global__ void radiative_columns(const float* __restrict__ temperature, const float* __restrict__ humidity,
                                             const float* __restrict__ thickness, const float* __restrict__ ground,
                                             int columns, int layers, float* __restrict__ heating,
                                             float* __restrict__ outgoing) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns) return;

    float net[kMaxLayers + 1];
    for (int level = 0; level <= layers; level++) net[level] = 0.0f;

    float escaped = 0.0f;
    for (int band = 0; band < kBands; band++) {
        float through[kMaxLayers];
        float down = 0.0f;
        for (int layer = 0; layer < layers; layer++) {
            int at = layer * columns + column;
            float depth = absorption[band] * humidity[at] * thickness[layer] * 1.66f;
            through[layer] = expf(-depth);
            float source = weight[band] * black_body(temperature[at]);
            down = down * through[layer] + source * (1.0f - through[layer]);
            net[layer + 1] -= down;
        }
        float up = weight[band] * black_body(ground[column]) * 0.98f + 0.02f * down;
        net[layers] += up;
        for (int layer = layers - 1; layer >= 0; layer--) {
            int at = layer * columns + column;
            float source = weight[band] * black_body(temperature[at]);
            up = up * through[layer] + source * (1.0f - through[layer]);
            net[layer] += up;
        }
        escaped += up;
    }
    for (int layer = 0; layer < layers; layer++)
        heating[layer * columns + column] = (net[layer + 1] - net[layer]) / thickness[layer];
    outgoing[column] = escaped;
}
