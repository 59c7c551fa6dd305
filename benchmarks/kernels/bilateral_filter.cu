// Bilateral filter of an 8-bit RGBA image, radius 3, tile with halo in shared memory; weights from exp of the distances
// in space and colour.

namespace {

constexpr int kRadius = 3;
constexpr int kBlockX = 32, kBlockY = 8;
constexpr int kTileX = kBlockX + 2 * kRadius, kTileY = kBlockY + 2 * kRadius;

__device__ __forceinline__ float3 unpack(uchar4 p) { return make_float3(p.x, p.y, p.z); }

__device__ __forceinline__ float colour_distance2(float3 a, float3 b) {
    const float r = a.x - b.x, g = a.y - b.y, bl = a.z - b.z;
    return r * r + g * g + bl * bl;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kBlockX* kBlockY)
    bilateral_filter(const uchar4* __restrict__ image, float4* __restrict__ output, int width, int height,
                     float space_factor, float colour_factor) {
    __shared__ uchar4 tile[kTileY][kTileX];
    const int x0 = blockIdx.x * kBlockX - kRadius, y0 = blockIdx.y * kBlockY - kRadius;
    for (int ty = threadIdx.y; ty < kTileY; ty += kBlockY)
        for (int tx = threadIdx.x; tx < kTileX; tx += kBlockX) {
            const int x = min(max(x0 + tx, 0), width - 1), y = min(max(y0 + ty, 0), height - 1);
            tile[ty][tx] = image[static_cast<size_t>(y) * width + x];
        }
    __syncthreads();

    const int x = blockIdx.x * kBlockX + threadIdx.x, y = blockIdx.y * kBlockY + threadIdx.y;
    if (x >= width || y >= height) return;
    const uchar4 raw = tile[threadIdx.y + kRadius][threadIdx.x + kRadius];
    const float3 centre = unpack(raw);
    float3 sum = make_float3(0.0f, 0.0f, 0.0f);
    float weights = 0.0f;
#pragma unroll
    for (int dy = -kRadius; dy <= kRadius; ++dy)
#pragma unroll
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const float3 colour = unpack(tile[threadIdx.y + kRadius + dy][threadIdx.x + kRadius + dx]);
            const float weight = __expf(space_factor * static_cast<float>(dx * dx + dy * dy) +
                                        colour_factor * colour_distance2(colour, centre));
            sum.x += weight * colour.x;
            sum.y += weight * colour.y;
            sum.z += weight * colour.z;
            weights += weight;
        }
    output[static_cast<size_t>(y) * width + x] =
        make_float4(sum.x / weights, sum.y / weights, sum.z / weights, static_cast<float>(raw.w));
}
