// Smoothed particle density and pressure from particles sorted into cells: each looks into the 27 cells around it.

struct Domain {
    int3 cells;
    float cell_size, h;
    float mass, rest_density, stiffness;
};

__device__ float poly6(float r2, float h) {
    float h2 = h * h;
    if (r2 >= h2) return 0.0f;
    float d = h2 - r2;
    return 315.0f / (64.0f * 3.14159265f * powf(h, 9.0f)) * d * d * d;
}

extern "C" __global__ void sph_density(const float4* positions, const int* cell_start, const int* cell_end,
                                       float2* density, int count, Domain dom) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float4 p = positions[i];
    int cx = (int)(p.x / dom.cell_size), cy = (int)(p.y / dom.cell_size), cz = (int)(p.z / dom.cell_size);
    float rho = 0.0f;
    for (int z = max(cz - 1, 0); z <= min(cz + 1, dom.cells.z - 1); z++)
        for (int y = max(cy - 1, 0); y <= min(cy + 1, dom.cells.y - 1); y++)
            for (int x = max(cx - 1, 0); x <= min(cx + 1, dom.cells.x - 1); x++) {
                int cell = (z * dom.cells.y + y) * dom.cells.x + x;
                for (int j = cell_start[cell]; j < cell_end[cell]; j++) {
                    float4 q = positions[j];
                    float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
                    rho += dom.mass * q.w * poly6(dx * dx + dy * dy + dz * dz, dom.h);
                }
            }
    float ratio = rho / dom.rest_density;
    float pressure = dom.stiffness * (powf(ratio, 7.0f) - 1.0f);
    density[i] = make_float2(rho, fmaxf(pressure, 0.0f));
}
