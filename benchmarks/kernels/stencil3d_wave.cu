// One step of the acoustic wave equation, eighth order in space (25 points): a block owns an xy tile and marches
// through z with the column in registers and the plane in shared memory.

namespace {

constexpr int kRadius = 4;
constexpr int kTileX = 32, kTileY = 8;

__constant__ float kWeights[kRadius + 1] = {-2.84722222f, 1.6f, -0.2f, 0.025396825f, -0.001785714f};

}  // namespace

extern "C" __global__ void __launch_bounds__(kTileX* kTileY)
    stencil3d_wave(const float* __restrict__ now, float* __restrict__ previous_and_next,
                   const float* __restrict__ speed2, int nx, int ny, int nz) {
    __shared__ float plane[kTileY + 2 * kRadius][kTileX + 2 * kRadius];

    // The arrays carry kRadius cells of padding on every side; (x, y) are padded coordinates.
    const int x = blockIdx.x * kTileX + threadIdx.x + kRadius;
    const int y = blockIdx.y * kTileY + threadIdx.y + kRadius;
    const int row = nx + 2 * kRadius;
    const size_t layer = static_cast<size_t>(row) * (ny + 2 * kRadius);
    const int tx = threadIdx.x + kRadius, ty = threadIdx.y + kRadius;
    const bool is_left = threadIdx.x < kRadius, is_top = threadIdx.y < kRadius;
    size_t at = static_cast<size_t>(y) * row + x;

    float behind[kRadius], front[kRadius];
#pragma unroll
    for (int i = 0; i < kRadius; ++i) behind[i] = now[at + (kRadius - 1 - i) * layer];
    float here = now[at + kRadius * layer];
#pragma unroll
    for (int i = 0; i < kRadius; ++i) front[i] = now[at + (kRadius + 1 + i) * layer];
    at += kRadius * layer;

    for (int z = 0; z < nz; ++z) {
        __syncthreads();
        plane[ty][tx] = here;
        if (is_left) {
            plane[ty][tx - kRadius] = now[at - kRadius];
            plane[ty][tx + kTileX] = now[at + kTileX];
        }
        if (is_top) {
            plane[ty - kRadius][tx] = now[at - static_cast<size_t>(kRadius) * row];
            plane[ty + kTileY][tx] = now[at + static_cast<size_t>(kTileY) * row];
        }
        __syncthreads();

        float laplace = 3.0f * kWeights[0] * here;
#pragma unroll
        for (int i = 1; i <= kRadius; ++i)
            laplace += kWeights[i] * (plane[ty][tx - i] + plane[ty][tx + i] + plane[ty - i][tx] + plane[ty + i][tx] +
                                      behind[i - 1] + front[i - 1]);
        previous_and_next[at] = 2.0f * here - previous_and_next[at] + speed2[at] * laplace;

#pragma unroll
        for (int i = kRadius - 1; i > 0; --i) behind[i] = behind[i - 1];
        behind[0] = here;
        here = front[0];
#pragma unroll
        for (int i = 0; i + 1 < kRadius; ++i) front[i] = front[i + 1];
        at += layer;
        if (z + 1 < nz) front[kRadius - 1] = now[at + kRadius * layer];
    }
}
