// Tridiagonal systems by parallel cyclic reduction, a block a system, all of it in shared memory.

extern "C" __global__ void pcr_lines(const float* lower, const float* diagonal, const float* upper, const float* right,
                                     float* x, int n, int systems) {
    extern __shared__ float memory[];
    float* a = memory;
    float* b = a + n;
    float* c = b + n;
    float* d = c + n;
    int i = threadIdx.x;
    for (int system = blockIdx.x; system < systems; system += gridDim.x) {
        size_t at = (size_t)system * n + i;
        a[i] = i > 0 ? lower[at] : 0.0f;
        b[i] = diagonal[at];
        c[i] = i < n - 1 ? upper[at] : 0.0f;
        d[i] = right[at];
        __syncthreads();
        for (int step = 1; step < n; step *= 2) {
            int left = i - step, next = i + step;
            float alpha = 0.0f, gamma = 0.0f;
            float na = 0.0f, nc = 0.0f, nb = b[i], nd = d[i];
            if (left >= 0) {
                alpha = -a[i] / b[left];
                na = alpha * a[left];
                nb += alpha * c[left];
                nd += alpha * d[left];
            }
            if (next < n) {
                gamma = -c[i] / b[next];
                nc = gamma * c[next];
                nb += gamma * a[next];
                nd += gamma * d[next];
            }
            __syncthreads();
            a[i] = na;
            b[i] = nb;
            c[i] = nc;
            d[i] = nd;
            __syncthreads();
        }
        x[at] = d[i] / b[i];
    }
}
