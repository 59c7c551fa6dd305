// A Gaussian kernel density estimate at query points in two dimensions, samples by tiles through shared memory.

template <typename Real>
struct Sample {
    Real x, y, weight;
};

extern "C" __global__ void kernel_density(const float* sample_x, const float* sample_y, const float* sample_weight,
                                          int samples, const float2* queries, int query_count, float bandwidth,
                                          float* density) {
    const int tile_size = 256;
    __shared__ Sample<float> tile[tile_size];
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    float2 at = q < query_count ? queries[q] : make_float2(0.0f, 0.0f);
    float inverse = 1.0f / (2.0f * bandwidth * bandwidth);
    float sum = 0.0f;
    for (int base = 0; base < samples; base += tile_size) {
        int i = base + threadIdx.x;
        if (i < samples) {
            tile[threadIdx.x].x = sample_x[i];
            tile[threadIdx.x].y = sample_y[i];
            tile[threadIdx.x].weight = sample_weight[i];
        } else {
            tile[threadIdx.x].weight = 0.0f;
            tile[threadIdx.x].x = tile[threadIdx.x].y = 0.0f;
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < tile_size; k++) {
            float dx = at.x - tile[k].x, dy = at.y - tile[k].y;
            sum += tile[k].weight * expf(-(dx * dx + dy * dy) * inverse);
        }
        __syncthreads();
    }
    if (q < query_count) density[q] = sum * inverse / 3.14159265f;
}
