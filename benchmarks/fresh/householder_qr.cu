// Least squares with 6 unknowns and 8 equations, one system a thread: Householder QR in a local array, in double.

template <int ROWS, int COLUMNS>
struct LeastSquares {
    double a[ROWS][COLUMNS], b[ROWS];

    __device__ void reflect(int k) {
        double norm = 0.0;
        for (int i = k; i < ROWS; i++) norm += a[i][k] * a[i][k];
        norm = sqrt(norm);
        if (norm == 0.0) return;
        double alpha = a[k][k] > 0.0 ? -norm : norm;
        double v[ROWS];
        v[k] = a[k][k] - alpha;
        for (int i = k + 1; i < ROWS; i++) v[i] = a[i][k];
        double beta = -1.0 / (alpha * v[k]);
        for (int j = k; j < COLUMNS; j++) {
            double s = 0.0;
            for (int i = k; i < ROWS; i++) s += v[i] * a[i][j];
            s *= beta;
            for (int i = k; i < ROWS; i++) a[i][j] -= s * v[i];
        }
        double s = 0.0;
        for (int i = k; i < ROWS; i++) s += v[i] * b[i];
        s *= beta;
        for (int i = k; i < ROWS; i++) b[i] -= s * v[i];
    }

    __device__ void solve(double* x) {
        for (int k = 0; k < COLUMNS; k++) reflect(k);
        for (int k = COLUMNS - 1; k >= 0; k--) {
            double s = b[k];
            for (int j = k + 1; j < COLUMNS; j++) s -= a[k][j] * x[j];
            x[k] = s / a[k][k];
        }
    }
};

extern "C" __global__ void householder_qr(const double* matrices, const double* rights, double* solutions,
                                          int count) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count) return;
    LeastSquares<8, 6> system;
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 6; j++) system.a[i][j] = matrices[(i * 6 + j) * count + t];
        system.b[i] = rights[i * count + t];
    }
    double x[6];
    system.solve(x);
    for (int j = 0; j < 6; j++) solutions[j * count + t] = x[j];
}
