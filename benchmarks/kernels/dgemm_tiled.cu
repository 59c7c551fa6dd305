// C = A * B in double precision for any sizes: 64x64 tiles, 4x4 results per thread, guarded edges.

namespace {

constexpr int kTile = 64;
constexpr int kDepth = 16;
constexpr int kBlocking = 4;
constexpr int kSide = kTile / kBlocking;

struct MatrixView {
    const double* data;
    int rows, columns;

    __device__ double at(int row, int column) const {
        return row < rows && column < columns ? data[static_cast<size_t>(row) * columns + column] : 0.0;
    }
};

}  // namespace

extern "C" __global__ void __launch_bounds__(kSide* kSide)
    dgemm_tiled(const double* a, const double* b, double* c, int m, int n, int k) {
    __shared__ double tile_a[kDepth][kTile + 1];
    __shared__ double tile_b[kDepth][kTile];

    const MatrixView view_a{a, m, k}, view_b{b, k, n};
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int thread = ty * kSide + tx;
    const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
    double sums[kBlocking][kBlocking] = {};

    for (int depth = 0; depth < k; depth += kDepth) {
        for (int i = thread; i < kTile * kDepth; i += kSide * kSide) {
            tile_a[i % kDepth][i / kDepth] = view_a.at(row0 + i / kDepth, depth + i % kDepth);
            tile_b[i / kTile][i % kTile] = view_b.at(depth + i / kTile, column0 + i % kTile);
        }
        __syncthreads();
#pragma unroll 4
        for (int d = 0; d < kDepth; ++d) {
            double left[kBlocking], right[kBlocking];
#pragma unroll
            for (int i = 0; i < kBlocking; ++i) {
                left[i] = tile_a[d][ty + i * kSide];
                right[i] = tile_b[d][tx + i * kSide];
            }
#pragma unroll
            for (int i = 0; i < kBlocking; ++i)
#pragma unroll
                for (int j = 0; j < kBlocking; ++j) sums[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < kBlocking; ++i)
        for (int j = 0; j < kBlocking; ++j) {
            int row = row0 + ty + i * kSide, column = column0 + tx + j * kSide;
            if (row < m && column < n) c[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}
