// Lattice Boltzmann in two dimensions (D2Q9): pull-stream and BGK collision with half-way bounce-back at solid cells.

namespace {

__constant__ int kDx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int kDy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int kOpposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
__constant__ float kWeight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

__device__ __forceinline__ float equilibrium(int q, float density, float ux, float uy) {
    const float along = 3.0f * (kDx[q] * ux + kDy[q] * uy);
    return kWeight[q] * density * (1.0f + along + 0.5f * along * along - 1.5f * (ux * ux + uy * uy));
}

}  // namespace

extern "C" __global__ void lbm_d2q9(const float* __restrict__ from, float* __restrict__ to,
                                    const unsigned char* __restrict__ is_solid, int nx, int ny, float omega,
                                    float force_x) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    const size_t cells = static_cast<size_t>(nx) * ny;
    const size_t here = static_cast<size_t>(y) * nx + x;
    if (is_solid[here]) {
        for (int q = 0; q < 9; ++q) to[q * cells + here] = kWeight[q];
        return;
    }

    float f[9];
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        int sx = x - kDx[q], sy = y - kDy[q];
        sx = sx < 0 ? nx - 1 : sx == nx ? 0 : sx;
        sy = sy < 0 ? ny - 1 : sy == ny ? 0 : sy;
        const size_t source = static_cast<size_t>(sy) * nx + sx;
        f[q] = is_solid[source] ? from[kOpposite[q] * cells + here] : from[q * cells + source];
    }

    float density = 0.0f, ux = 0.0f, uy = 0.0f;
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        density += f[q];
        ux += kDx[q] * f[q];
        uy += kDy[q] * f[q];
    }
    ux = ux / density + force_x;
    uy = uy / density;
#pragma unroll
    for (int q = 0; q < 9; ++q) to[q * cells + here] = f[q] + omega * (equilibrium(q, density, ux, uy) - f[q]);
}
