// All-pairs gravity: positions pass through shared memory in tiles, every thread sums acceleration and potential.

namespace {

constexpr int kTile = 256;

__device__ __forceinline__ float4 interact(float4 sum, float4 mine, float4 other, float softening2) {
    const float dx = other.x - mine.x, dy = other.y - mine.y, dz = other.z - mine.z;
    const float r2 = dx * dx + dy * dy + dz * dz + softening2;
    const float inverse = rsqrtf(r2);
    const float pull = other.w * inverse * inverse * inverse;
    sum.x += dx * pull;
    sum.y += dy * pull;
    sum.z += dz * pull;
    sum.w -= other.w * inverse;
    return sum;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kTile)
    nbody_tiled(const float4* __restrict__ bodies, float4* __restrict__ accelerations, int count, float softening2) {
    __shared__ float4 tile[kTile];

    const int at = blockIdx.x * kTile + threadIdx.x;
    const float4 mine = bodies[min(at, count - 1)];
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int first = 0; first < count; first += kTile) {
        const int from = first + threadIdx.x;
        tile[threadIdx.x] = from < count ? bodies[from] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        __syncthreads();
#pragma unroll 16
        for (int i = 0; i < kTile; ++i) sum = interact(sum, mine, tile[i], softening2);
        __syncthreads();
    }
    if (at < count) accelerations[at] = sum;
}
