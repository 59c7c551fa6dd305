// Many systems of six equations in double: elimination with partial pivoting and back substitution, a system a thread.

extern "C" __global__ void lu_solve6(const double* matrices, const double* right_sides, double* solutions,
                                     int* singular, int count) {
    const int n = 6;
    int system = blockIdx.x * blockDim.x + threadIdx.x;
    if (system >= count) return;
    double a[n][n], b[n];
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) a[r][c] = matrices[(r * n + c) * count + system];
        b[r] = right_sides[r * count + system];
    }
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int r = k + 1; r < n; r++)
            if (fabs(a[r][k]) > fabs(a[pivot][k])) pivot = r;
        if (a[pivot][k] == 0.0) {
            atomicAdd(singular, 1);
            return;
        }
        if (pivot != k) {
            for (int c = k; c < n; c++) {
                double t = a[k][c];
                a[k][c] = a[pivot][c];
                a[pivot][c] = t;
            }
            double t = b[k];
            b[k] = b[pivot];
            b[pivot] = t;
        }
        for (int r = k + 1; r < n; r++) {
            double factor = a[r][k] / a[k][k];
            for (int c = k + 1; c < n; c++) a[r][c] -= factor * a[k][c];
            b[r] -= factor * b[k];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        double sum = b[r];
        for (int c = r + 1; c < n; c++) sum -= a[r][c] * b[c];
        b[r] = sum / a[r][r];
        solutions[r * count + system] = b[r];
    }
}
