// Maxwell's equations in two dimensions on Yee's grid: the electric half step with materials and a lossy rim.

struct Grid {
    const float* hz;
    const float* epsilon;
    int nx, ny;
};

__device__ float loss(int i, int n, int rim, float strongest) {
    int depth = i < rim ? rim - i : (i >= n - rim ? i - (n - rim) + 1 : 0);
    float relative = (float)depth / rim;
    return strongest * relative * relative * relative;
}

extern "C" __global__ void fdtd_yee(Grid f, float* ex, float* ey, float dt, float dx, int rim,
                                    float strongest) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= f.nx || j >= f.ny) return;
    int at = j * f.nx + i;
    float scale = dt / (dx * f.epsilon[at]);
    float h = f.hz[at];
    if (j > 0) {
        float sigma = loss(j, f.ny, rim, strongest) * dt * 0.5f;
        ex[at] = (ex[at] * (1.0f - sigma) + scale * (h - f.hz[at - f.nx])) / (1.0f + sigma);
    }
    if (i > 0) {
        float sigma = loss(i, f.nx, rim, strongest) * dt * 0.5f;
        ey[at] = (ey[at] * (1.0f - sigma) - scale * (h - f.hz[at - 1])) / (1.0f + sigma);
    }
}
