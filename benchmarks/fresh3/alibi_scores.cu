// Attention scores of half-precision queries and keys with a bias by distance, causal, with a limit on how far back;
// 16 by 16 tiles, the tiles in shared memory one column wider than they need.
#include <cuda_fp16.h>

constexpr int kTile = 16;
constexpr int kDepth = 64;

struct Shape {
    int heads, length, look_back;
};

extern "C" __global__ void alibi_scores(const __half* __restrict__ queries, const __half* __restrict__ keys,
                                        const int* __restrict__ valid_lengths, Shape shape, float scale,
                                        __half* __restrict__ scores) {
    __shared__ float q[kTile][kDepth + 1];
    __shared__ float k[kTile][kDepth + 1];
    int plane = blockIdx.z;
    int head = plane % shape.heads, sample = plane / shape.heads;
    int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
    int row = row0 + threadIdx.y, column = column0 + threadIdx.x;
    size_t out = ((size_t)plane * shape.length + row) * shape.length + column;
    const __half least = __float2half(-60000.0f);
    bool is_inside = row < shape.length && column < shape.length;

    if (column0 > row0 + kTile - 1) {
        if (is_inside) scores[out] = least;
        return;
    }
    const __half* my_queries = queries + (size_t)plane * shape.length * kDepth;
    const __half* my_keys = keys + (size_t)plane * shape.length * kDepth;
    int thread = threadIdx.y * kTile + threadIdx.x;
    for (int i = thread; i < kTile * kDepth / 2; i += kTile * kTile) {
        int r = i / (kDepth / 2), c = i % (kDepth / 2) * 2;
        float2 a = make_float2(0.0f, 0.0f), b = a;
        if (row0 + r < shape.length)
            a = __half22float2(*reinterpret_cast<const __half2*>(&my_queries[(row0 + r) * kDepth + c]));
        if (column0 + r < shape.length)
            b = __half22float2(*reinterpret_cast<const __half2*>(&my_keys[(column0 + r) * kDepth + c]));
        q[r][c] = a.x;
        q[r][c + 1] = a.y;
        k[r][c] = b.x;
        k[r][c + 1] = b.y;
    }
    __syncthreads();
    if (!is_inside) return;
    int apart = row - column;
    if (apart < 0 || apart > shape.look_back || column >= valid_lengths[sample]) {
        scores[out] = least;
        return;
    }
    float sum = 0.0f;
    for (int d = 0; d < kDepth; d++) sum += q[threadIdx.y][d] * k[threadIdx.x][d];
    float slope = exp2f(-8.0f * (head + 1) / shape.heads);
    scores[out] = __float2half(sum * scale - slope * apart);
}
