// Pressure and viscosity of a particle fluid: neighbours from the 27 cells around, particles sorted by cell.

struct Fluid {
    float radius;
    float particle_mass;
    float viscosity;
    float stiffness;
    float rest_density;
    int cells_x, cells_y, cells_z;
};

__device__ int clamp_cell(float x, float radius, int cells) { return min(max((int)(x / radius), 0), cells - 1); }

__device__ float pressure_of(const Fluid& fluid, float density) {
    return fmaxf(fluid.stiffness * (density - fluid.rest_density), 0.0f);
}

extern "C" __global__ void sph_forces(const float* __restrict__ px, const float* __restrict__ py,
                                      const float* __restrict__ pz, const float* __restrict__ vx,
                                      const float* __restrict__ vy, const float* __restrict__ vz,
                                      const float* __restrict__ density, const int* __restrict__ cell_start, int count,
                                      Fluid fluid, float* ax, float* ay, float* az) {
    const float pi = 3.14159265f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x = px[i], y = py[i], z = pz[i];
    float my_density = density[i];
    float my_pressure = pressure_of(fluid, my_density);
    float h = fluid.radius;
    float spiky = -45.0f / (pi * h * h * h * h * h * h);
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;

    int cx = clamp_cell(x, h, fluid.cells_x);
    int cy = clamp_cell(y, h, fluid.cells_y);
    int cz = clamp_cell(z, h, fluid.cells_z);
    for (int dz = -1; dz <= 1; dz++) {
        if (cz + dz < 0 || cz + dz >= fluid.cells_z) continue;
        for (int dy = -1; dy <= 1; dy++) {
            if (cy + dy < 0 || cy + dy >= fluid.cells_y) continue;
            for (int dx = -1; dx <= 1; dx++) {
                if (cx + dx < 0 || cx + dx >= fluid.cells_x) continue;
                int cell = ((cz + dz) * fluid.cells_y + cy + dy) * fluid.cells_x + cx + dx;
                for (int j = cell_start[cell]; j < cell_start[cell + 1]; j++) {
                    if (j == i) continue;
                    float rx = x - px[j], ry = y - py[j], rz = z - pz[j];
                    float r2 = rx * rx + ry * ry + rz * rz;
                    if (r2 >= h * h || r2 < 1e-12f) continue;
                    float r = sqrtf(r2);
                    float other_density = density[j];
                    float shared = my_pressure / (my_density * my_density) +
                                   pressure_of(fluid, other_density) / (other_density * other_density);
                    float push = -fluid.particle_mass * shared * spiky * (h - r) * (h - r) / r;
                    float drag = fluid.viscosity * fluid.particle_mass / (my_density * other_density);
                    drag *= -spiky * (h - r);
                    fx += push * rx + drag * (vx[j] - vx[i]);
                    fy += push * ry + drag * (vy[j] - vy[i]);
                    fz += push * rz + drag * (vz[j] - vz[i]);
                }
            }
        }
    }
    ax[i] = fx;
    ay[i] = fy - 9.81f;
    az[i] = fz;
}
