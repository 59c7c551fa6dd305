// Lattice Boltzmann in three dimensions (D3Q19), periodic: pull-stream, then collision with a Smagorinsky eddy
// viscosity, which needs all nineteen populations and their equilibria at once: many live registers.

namespace {

constexpr int kQ = 19;

// Direction q as three digits; constant-folded once the loops over q are unrolled.
struct Direction {
    int x, y, z;
};

__device__ __forceinline__ constexpr Direction direction(int q) {
    constexpr int dx[kQ] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
    constexpr int dy[kQ] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
    constexpr int dz[kQ] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
    return {dx[q], dy[q], dz[q]};
}

__device__ __forceinline__ constexpr float weight(int q) { return q == 0 ? 1.0f / 3 : q < 7 ? 1.0f / 18 : 1.0f / 36; }

__device__ __forceinline__ int around(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

struct Moments {
    float density, ux, uy, uz;
};

__device__ __forceinline__ Moments moments(const float (&f)[kQ]) {
    Moments m{0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int q = 0; q < kQ; ++q) {
        const Direction d = direction(q);
        m.density += f[q];
        m.ux += d.x * f[q];
        m.uy += d.y * f[q];
        m.uz += d.z * f[q];
    }
    const float inverse = 1.0f / m.density;
    m.ux *= inverse;
    m.uy *= inverse;
    m.uz *= inverse;
    return m;
}

__device__ __forceinline__ float equilibrium(int q, const Moments& m) {
    const Direction d = direction(q);
    const float along = 3.0f * (d.x * m.ux + d.y * m.uy + d.z * m.uz);
    const float speed2 = m.ux * m.ux + m.uy * m.uy + m.uz * m.uz;
    return weight(q) * m.density * (1.0f + along + 0.5f * along * along - 1.5f * speed2);
}

// Relaxation time with the eddy viscosity that the stress of the non-equilibrium part calls for.
__device__ __forceinline__ float relaxation_time(const float (&excess)[kQ], float density, float tau, float constant) {
    float xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
#pragma unroll
    for (int q = 1; q < kQ; ++q) {
        const Direction d = direction(q);
        xx += d.x * d.x * excess[q];
        yy += d.y * d.y * excess[q];
        zz += d.z * d.z * excess[q];
        xy += d.x * d.y * excess[q];
        xz += d.x * d.z * excess[q];
        yz += d.y * d.z * excess[q];
    }
    const float stress = sqrtf(xx * xx + yy * yy + zz * zz + 2.0f * (xy * xy + xz * xz + yz * yz));
    return 0.5f * (tau + sqrtf(tau * tau + constant * stress / density));
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    lbm_d3q19(const float* __restrict__ from, float* __restrict__ to, int nx, int ny, int nz, float tau,
              float constant) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x >= nx) return;
    const size_t cells = static_cast<size_t>(nx) * ny * nz;

    float f[kQ];
#pragma unroll
    for (int q = 0; q < kQ; ++q) {
        const Direction d = direction(q);
        const int sx = around(x - d.x, nx), sy = around(y - d.y, ny), sz = around(z - d.z, nz);
        f[q] = __ldg(from + q * cells + (static_cast<size_t>(sz) * ny + sy) * nx + sx);
    }

    const Moments m = moments(f);
    float excess[kQ];
#pragma unroll
    for (int q = 0; q < kQ; ++q) excess[q] = f[q] - equilibrium(q, m);
    const float omega = 1.0f / relaxation_time(excess, m.density, tau, constant);
    const size_t here = (static_cast<size_t>(z) * ny + y) * nx + x;
#pragma unroll
    for (int q = 0; q < kQ; ++q) to[q * cells + here] = f[q] - omega * excess[q];
}
