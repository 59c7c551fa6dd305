// Multigrid, way down: the residual of a 3D Poisson problem at 27 fine points, averaged with full weighting onto a
// coarse grid, in double.

struct Box {
    int nx, ny, nz;
    __device__ int at(int x, int y, int z) const { return (z * ny + y) * nx + x; }
    __device__ bool inside(int x, int y, int z) const {
        return x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1;
    }
};

__device__ double residual(const double* u, const double* f, const Box& b, double inverse_h2, int x, int y, int z) {
    if (!b.inside(x, y, z)) return 0.0;
    double sum = u[b.at(x - 1, y, z)] + u[b.at(x + 1, y, z)] + u[b.at(x, y - 1, z)] + u[b.at(x, y + 1, z)] +
                 u[b.at(x, y, z - 1)] + u[b.at(x, y, z + 1)];
    return f[b.at(x, y, z)] - (6.0 * u[b.at(x, y, z)] - sum) * inverse_h2;
}

extern "C" __global__ void multigrid_restrict(const double* u, const double* f, double* coarse, Box fine, Box small,
                                              double inverse_h2) {
    int cx = blockIdx.x * blockDim.x + threadIdx.x;
    int cy = blockIdx.y * blockDim.y + threadIdx.y;
    int cz = blockIdx.z * blockDim.z + threadIdx.z;
    if (cx >= small.nx || cy >= small.ny || cz >= small.nz) return;
    double total = 0.0;
    if (small.inside(cx, cy, cz)) {
        for (int dz = -1; dz <= 1; dz++)
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    double weight = (dx ? 0.25 : 0.5) * (dy ? 0.25 : 0.5) * (dz ? 0.25 : 0.5);
                    total += weight * residual(u, f, fine, inverse_h2, 2 * cx + dx, 2 * cy + dy, 2 * cz + dz);
                }
    }
    coarse[small.at(cx, cy, cz)] = total;
}
