// C = alpha * A * B + beta * C in single precision, row-major.
// A 128x128 tile per block, 8x8 results per thread in registers, the next tile fetched while this one is used.

namespace {

constexpr int kTile = 128;
constexpr int kDepth = 8;
constexpr int kPerThread = 8;
constexpr int kThreads = (kTile / kPerThread) * (kTile / kPerThread);

struct Fragment {
    float value[kPerThread];
};

__device__ __forceinline__ Fragment load_fragment(const float* __restrict__ from) {
    float4 low = *reinterpret_cast<const float4*>(from);
    float4 high = *reinterpret_cast<const float4*>(from + kTile / 2);
    return {{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
}

__device__ __forceinline__ void store_transposed(float (*tile)[kTile], int row, int column, float4 v) {
    tile[column + 0][row] = v.x;
    tile[column + 1][row] = v.y;
    tile[column + 2][row] = v.z;
    tile[column + 3][row] = v.w;
}

// Position inside the tile of a thread's i-th row (or column): two groups of four, half a tile apart.
__device__ __forceinline__ int spread(int base, int i) { return base * 4 + (i & 3) + (i >> 2) * (kTile / 2); }

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads) sgemm_tiled(const float* __restrict__ a,
                                                                   const float* __restrict__ b,
                                                                   float* __restrict__ c, int m, int n, int k,
                                                                   float alpha, float beta) {
    __shared__ float tile_a[2][kDepth][kTile];
    __shared__ float tile_b[2][kDepth][kTile];

    const int thread = threadIdx.x;
    const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
    const int a_row = thread / 2, a_column = (thread % 2) * 4;
    const int b_row = thread / 32, b_column = (thread % 32) * 4;
    const float* a_from = a + static_cast<size_t>(row0 + a_row) * k + a_column;
    const float* b_from = b + static_cast<size_t>(b_row) * n + column0 + b_column;
    const int my_row = thread / 16, my_column = thread % 16;

    float sums[kPerThread][kPerThread] = {};

    store_transposed(tile_a[0], a_row, a_column, *reinterpret_cast<const float4*>(a_from));
    *reinterpret_cast<float4*>(&tile_b[0][b_row][b_column]) = *reinterpret_cast<const float4*>(b_from);
    __syncthreads();

    int stage = 0;
    for (int depth = kDepth; depth <= k; depth += kDepth) {
        const bool has_next = depth < k;
        float4 next_a, next_b;
        if (has_next) {
            next_a = *reinterpret_cast<const float4*>(a_from + depth);
            next_b = *reinterpret_cast<const float4*>(b_from + static_cast<size_t>(depth) * n);
        }
#pragma unroll
        for (int d = 0; d < kDepth; ++d) {
            Fragment left = load_fragment(&tile_a[stage][d][my_row * 4]);
            Fragment right = load_fragment(&tile_b[stage][d][my_column * 4]);
#pragma unroll
            for (int i = 0; i < kPerThread; ++i)
#pragma unroll
                for (int j = 0; j < kPerThread; ++j) sums[i][j] += left.value[i] * right.value[j];
        }
        if (has_next) {
            stage ^= 1;
            store_transposed(tile_a[stage], a_row, a_column, next_a);
            *reinterpret_cast<float4*>(&tile_b[stage][b_row][b_column]) = next_b;
            __syncthreads();
        }
    }

#pragma unroll
    for (int i = 0; i < kPerThread; ++i) {
        float* out = c + static_cast<size_t>(row0 + spread(my_row, i)) * n + column0;
#pragma unroll
        for (int j = 0; j < kPerThread; j += 4) {
            float4* where = reinterpret_cast<float4*>(out + spread(my_column, j));
            float4 old = *where;
            *where = make_float4(alpha * sums[i][j] + beta * old.x, alpha * sums[i][j + 1] + beta * old.y,
                                 alpha * sums[i][j + 2] + beta * old.z, alpha * sums[i][j + 3] + beta * old.w);
        }
    }
    (void)m;
}
