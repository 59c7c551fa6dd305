// Inverts the 5 by 5 diagonal blocks of an implicit flow solver in place: Gauss-Jordan with row pivoting, one block
// a thread, blocks stored one after the other. A singular block is left as it is and counted.

#define N 5

__device__ static void swap_rows(double* a, double* b) {
    for (int c = 0; c < N; ++c) {
        double t = a[c];
        a[c] = b[c];
        b[c] = t;
    }
}

__device__ static bool invert(double m[N][N]) {
    int swapped_with[N];
    for (int k = 0; k < N; ++k) {
        int pivot = k;
        double largest = fabs(m[k][k]);
        for (int r = k + 1; r < N; ++r) {
            if (fabs(m[r][k]) > largest) {
                largest = fabs(m[r][k]);
                pivot = r;
            }
        }
        if (largest < 1e-14) return false;
        swapped_with[k] = pivot;
        if (pivot != k) swap_rows(m[k], m[pivot]);
        double inverse = 1.0 / m[k][k];
        m[k][k] = 1.0;
        for (int c = 0; c < N; ++c) m[k][c] *= inverse;
        for (int r = 0; r < N; ++r) {
            if (r == k) continue;
            double factor = m[r][k];
            m[r][k] = 0.0;
            for (int c = 0; c < N; ++c) m[r][c] -= factor * m[k][c];
        }
    }
    for (int k = N - 1; k >= 0; --k) {
        int other = swapped_with[k];
        if (other == k) continue;
        for (int r = 0; r < N; ++r) {
            double t = m[r][k];
            m[r][k] = m[r][other];
            m[r][other] = t;
        }
    }
    return true;
}

extern "C" __global__ void gauss_jordan5(double* blocks, const double* diagonal_shift, int count, int* failures) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= count) return;
    double* mine = blocks + (size_t)b * N * N;
    double m[N][N];
    for (int r = 0; r < N; ++r)
        for (int c = 0; c < N; ++c) m[r][c] = mine[r * N + c];
    double shift = diagonal_shift[b];
    for (int r = 0; r < N; ++r) m[r][r] += shift;
    if (!invert(m)) {
        atomicAdd(failures, 1);
        return;
    }
    for (int r = 0; r < N; ++r)
        for (int c = 0; c < N; ++c) mine[r * N + c] = m[r][c];
}
