// Causal attention with an online softmax: a thread owns one query row (64 floats in registers) and its output row; keys
// and values pass through shared memory in tiles. Far more than 64 registers.

namespace {

constexpr int kHead = 64;
constexpr int kTile = 32;
constexpr int kThreads = 64;

__device__ __forceinline__ void load_tile(float (*tile)[kHead], const float* __restrict__ from, int first, int length) {
    for (int i = threadIdx.x; i < kTile * kHead / 4; i += kThreads) {
        const int row = i / (kHead / 4);
        float4 value = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (first + row < length) value = __ldg(reinterpret_cast<const float4*>(from) + first * (kHead / 4) + i);
        reinterpret_cast<float4*>(&tile[0][0])[i] = value;
    }
}

__device__ __forceinline__ float dot_row(const float (&query)[kHead], const float* key) {
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int d = 0; d < kHead; d += 4) {
        const float4 k = *reinterpret_cast<const float4*>(key + d);
        sum.x += query[d] * k.x;
        sum.y += query[d + 1] * k.y;
        sum.z += query[d + 2] * k.z;
        sum.w += query[d + 3] * k.w;
    }
    return (sum.x + sum.y) + (sum.z + sum.w);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    attention_rows(const float* __restrict__ queries, const float* __restrict__ keys, const float* __restrict__ values,
                   float* __restrict__ outputs, int length, float scale) {
    __shared__ float key_tile[kTile][kHead];
    __shared__ float value_tile[kTile][kHead];

    const size_t head = static_cast<size_t>(blockIdx.y) * length * kHead;
    const int row = blockIdx.x * kThreads + threadIdx.x;
    const int last_row = min((static_cast<int>(blockIdx.x) + 1) * kThreads, length) - 1;
    float query[kHead], output[kHead];
#pragma unroll
    for (int d = 0; d < kHead; ++d) {
        query[d] = row < length ? queries[head + static_cast<size_t>(row) * kHead + d] * scale : 0.0f;
        output[d] = 0.0f;
    }
    float maximum = -1e30f, sum = 0.0f;

    for (int first = 0; first <= last_row; first += kTile) {
        __syncthreads();
        load_tile(key_tile, keys + head, first, length);
        load_tile(value_tile, values + head, first, length);
        __syncthreads();
        const int visible = min(kTile, row - first + 1);
        for (int j = 0; j < visible; ++j) {
            const float score = dot_row(query, key_tile[j]);
            if (score > maximum) {
                const float shrink = expf(maximum - score);
                sum *= shrink;
#pragma unroll
                for (int d = 0; d < kHead; ++d) output[d] *= shrink;
                maximum = score;
            }
            const float weight = expf(score - maximum);
            sum += weight;
#pragma unroll
            for (int d = 0; d < kHead; ++d) output[d] += weight * value_tile[j][d];
        }
    }
    if (row < length) {
        const float inverse = 1.0f / sum;
#pragma unroll
        for (int d = 0; d < kHead; ++d) outputs[head + static_cast<size_t>(row) * kHead + d] = output[d] * inverse;
    }
}
