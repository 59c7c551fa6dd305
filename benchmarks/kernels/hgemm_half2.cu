// C = A * B in half precision with packed half2 arithmetic, sums promoted to float every tile; 64x64 tiles.
#include <cuda_fp16.h>

namespace {

constexpr int kTile = 64;
constexpr int kDepth = 16;
constexpr int kBlockX = 16, kBlockY = 16;
constexpr int kRows = 4, kPairs = 2;  // results per thread: 4 rows x 2 column pairs

}  // namespace

extern "C" __global__ void __launch_bounds__(kBlockX* kBlockY)
    hgemm_half2(const __half* __restrict__ a, const __half2* __restrict__ b, float2* __restrict__ c, int m, int n,
                int k) {
    __shared__ __half2 tile_a[kDepth][kTile];  // each value twice, ready for packed products
    __shared__ __half2 tile_b[kDepth][kTile / 2];

    const int tx = threadIdx.x, ty = threadIdx.y, thread = ty * kBlockX + tx;
    const int row0 = blockIdx.y * kTile, pair0 = blockIdx.x * (kTile / 2), pairs = n / 2;
    float2 totals[kRows][kPairs] = {};

    for (int depth = 0; depth < k; depth += kDepth) {
#pragma unroll
        for (int i = thread; i < kTile * kDepth; i += kBlockX * kBlockY)
            tile_a[i % kDepth][i / kDepth] =
                __half2half2(a[static_cast<size_t>(row0 + i / kDepth) * k + depth + i % kDepth]);
#pragma unroll
        for (int i = thread; i < kTile / 2 * kDepth; i += kBlockX * kBlockY)
            tile_b[i / (kTile / 2)][i % (kTile / 2)] =
                b[static_cast<size_t>(depth + i / (kTile / 2)) * pairs + pair0 + i % (kTile / 2)];
        __syncthreads();
        __half2 sums[kRows][kPairs];
#pragma unroll
        for (int i = 0; i < kRows; ++i)
#pragma unroll
            for (int j = 0; j < kPairs; ++j) sums[i][j] = __float2half2_rn(0.0f);
#pragma unroll
        for (int d = 0; d < kDepth; ++d)
#pragma unroll
            for (int i = 0; i < kRows; ++i)
#pragma unroll
                for (int j = 0; j < kPairs; ++j)
                    sums[i][j] = __hfma2(tile_a[d][ty + i * kBlockY], tile_b[d][tx + j * kBlockX], sums[i][j]);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < kRows; ++i)
#pragma unroll
            for (int j = 0; j < kPairs; ++j) {
                const float2 sum = __half22float2(sums[i][j]);
                totals[i][j].x += sum.x;
                totals[i][j].y += sum.y;
            }
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i)
#pragma unroll
        for (int j = 0; j < kPairs; ++j) {
            const int row = row0 + ty + i * kBlockY;
            if (row < m) c[static_cast<size_t>(row) * pairs + pair0 + tx + j * kBlockX] = totals[i][j];
        }
}
