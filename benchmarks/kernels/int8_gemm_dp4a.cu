// C = A * B^T for int8 with int32 sums (dp4a), then per-row and per-column scales and rounding back to int8.

namespace {

constexpr int kTile = 64;
constexpr int kDepth = 8;  // words of four int8
constexpr int kBlocking = 4;
constexpr int kSide = kTile / kBlocking;

__device__ __forceinline__ signed char quantize(float x) {
    return static_cast<signed char>(max(-127, min(127, __float2int_rn(x))));
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kSide* kSide)
    int8_gemm_dp4a(const int* __restrict__ a, const int* __restrict__ b, const float* __restrict__ row_scales,
                   const float* __restrict__ column_scales, signed char* __restrict__ c, int* __restrict__ raw, int n,
                   int words) {
    __shared__ int tile_a[kDepth][kTile + 4];
    __shared__ int tile_b[kDepth][kTile + 4];

    const int thread = threadIdx.y * kSide + threadIdx.x;
    const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
    int sums[kBlocking][kBlocking] = {};
    for (int depth = 0; depth < words; depth += kDepth) {
#pragma unroll
        for (int i = thread; i < kTile * kDepth; i += kSide * kSide) {
            const int line = i / kDepth, word = i % kDepth;
            tile_a[word][line] = a[static_cast<size_t>(row0 + line) * words + depth + word];
            tile_b[word][line] = b[static_cast<size_t>(column0 + line) * words + depth + word];
        }
        __syncthreads();
#pragma unroll
        for (int d = 0; d < kDepth; ++d) {
            const int4 left = *reinterpret_cast<const int4*>(&tile_a[d][threadIdx.y * kBlocking]);
            const int4 right = *reinterpret_cast<const int4*>(&tile_b[d][threadIdx.x * kBlocking]);
            const int l[4] = {left.x, left.y, left.z, left.w}, r[4] = {right.x, right.y, right.z, right.w};
#pragma unroll
            for (int i = 0; i < kBlocking; ++i)
#pragma unroll
                for (int j = 0; j < kBlocking; ++j) sums[i][j] = __dp4a(l[i], r[j], sums[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < kBlocking; ++i) {
        const int row = row0 + threadIdx.y * kBlocking + i;
#pragma unroll
        for (int j = 0; j < kBlocking; ++j) {
            const int column = column0 + threadIdx.x * kBlocking + j;
            const size_t at = static_cast<size_t>(row) * n + column;
            raw[at] = sums[i][j];
            c[at] = quantize(static_cast<float>(sums[i][j]) * row_scales[row] * column_scales[column]);
        }
    }
}
