// Charge deposition of particles onto a grid (cloud in cell): eight float atomics per particle, a double atomic for the
// energy per block, and the largest speed by a compare-and-swap loop on its bits.

namespace {

struct Particle {
    float x, y, z, charge;
    float vx, vy, vz;
};

struct Mesh {
    int nx, ny, nz;
    float inverse_spacing;

    __device__ int index(int x, int y, int z) const { return ((z % nz) * ny + (y % ny)) * nx + (x % nx); }
};

__device__ void atomic_max_positive(float* where, float value) {
    int* bits = reinterpret_cast<int*>(where);
    int seen = *bits;
    while (__int_as_float(seen) < value) {
        const int before = atomicCAS(bits, seen, __float_as_int(value));
        if (before == seen) break;
        seen = before;
    }
}

__device__ void deposit(const Mesh& mesh, float* density, const Particle& p) {
    const float gx = p.x * mesh.inverse_spacing, gy = p.y * mesh.inverse_spacing, gz = p.z * mesh.inverse_spacing;
    const int ix = static_cast<int>(gx), iy = static_cast<int>(gy), iz = static_cast<int>(gz);
    const float fx = gx - ix, fy = gy - iy, fz = gz - iz;
#pragma unroll
    for (int corner = 0; corner < 8; ++corner) {
        const int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
        const float weight = (dx ? fx : 1.0f - fx) * (dy ? fy : 1.0f - fy) * (dz ? fz : 1.0f - fz);
        atomicAdd(density + mesh.index(ix + dx, iy + dy, iz + dz), p.charge * weight);
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    particle_deposit(const Particle* __restrict__ particles, int count, Mesh mesh, float* __restrict__ density,
                     double* __restrict__ energy, float* __restrict__ fastest) {
    __shared__ double block_energy;
    __shared__ float block_fastest;
    if (threadIdx.x == 0) {
        block_energy = 0.0;
        block_fastest = 0.0f;
    }
    __syncthreads();

    double mine = 0.0;
    float speed2 = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const Particle p = particles[i];
        deposit(mesh, density, p);
        const float here = p.vx * p.vx + p.vy * p.vy + p.vz * p.vz;
        mine += 0.5 * here;
        speed2 = fmaxf(speed2, here);
    }
    atomicAdd(&block_energy, mine);
    atomic_max_positive(&block_fastest, speed2);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(energy, block_energy);
        atomic_max_positive(fastest, block_fastest);
    }
}
