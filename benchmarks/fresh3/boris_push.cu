// Moves charged particles: fields interpolated from the corners of a cell, Boris's rotation, periodic walls.

struct Grid {
    int nx, ny, nz;
    float inverse_dx;
};

struct Fields {
    const float4* electric;
    const float4* magnetic;
};

template <typename T>
__device__ T wrap(T value, T period) {
    if (value < T(0)) return value + period;
    if (value >= period) return value - period;
    return value;
}

__device__ void gather(const Grid& grid, const Fields& fields, const float p[3], float e[3], float b[3]) {
    float sx = p[0] * grid.inverse_dx, sy = p[1] * grid.inverse_dx, sz = p[2] * grid.inverse_dx;
    int ix = (int)floorf(sx), iy = (int)floorf(sy), iz = (int)floorf(sz);
    float fx = sx - ix, fy = sy - iy, fz = sz - iz;
    for (int d = 0; d < 3; d++) e[d] = b[d] = 0.0f;
    for (int corner = 0; corner < 8; corner++) {
        int ox = corner & 1, oy = (corner >> 1) & 1, oz = corner >> 2;
        float share = (ox ? fx : 1.0f - fx) * (oy ? fy : 1.0f - fy) * (oz ? fz : 1.0f - fz);
        int node = (((iz + oz) % grid.nz) * grid.ny + (iy + oy) % grid.ny) * grid.nx + (ix + ox) % grid.nx;
        float4 ee = fields.electric[node], bb = fields.magnetic[node];
        e[0] += share * ee.x;
        e[1] += share * ee.y;
        e[2] += share * ee.z;
        b[0] += share * bb.x;
        b[1] += share * bb.y;
        b[2] += share * bb.z;
    }
}

__device__ void cross(const float a[3], const float b[3], float result[3]) {
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

extern "C" __global__ void boris_push(float* position, float* velocity, int particles, Grid grid, Fields fields,
                                      float charge_over_mass, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= particles) return;
    float p[3], v[3], e[3], b[3];
    for (int d = 0; d < 3; d++) {
        p[d] = position[d * particles + i];
        v[d] = velocity[d * particles + i];
    }
    gather(grid, fields, p, e, b);
    float half = 0.5f * charge_over_mass * dt;
    float t[3], s[3], prime[3], turned[3];
    float t2 = 0.0f;
    for (int d = 0; d < 3; d++) {
        v[d] += half * e[d];
        t[d] = half * b[d];
        t2 += t[d] * t[d];
    }
    for (int d = 0; d < 3; d++) s[d] = 2.0f * t[d] / (1.0f + t2);
    cross(v, t, prime);
    for (int d = 0; d < 3; d++) prime[d] += v[d];
    cross(prime, s, turned);
    float size[3] = {grid.nx / grid.inverse_dx, grid.ny / grid.inverse_dx, grid.nz / grid.inverse_dx};
    for (int d = 0; d < 3; d++) {
        v[d] += turned[d] + half * e[d];
        velocity[d * particles + i] = v[d];
        position[d * particles + i] = wrap(p[d] + dt * v[d], size[d]);
    }
}
