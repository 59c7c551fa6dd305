// One level of a triangular solve with several right sides: the rows of a level need rows of earlier levels only.
// Diagonals lie last in their rows.

template <int kSides>
__device__ void solve_row(int row, const int* starts, const int* columns, const double* values, const double* right,
                          double* x, int n) {
    double sum[kSides];
    for (int s = 0; s < kSides; s++) sum[s] = right[s * n + row];
    int last = starts[row + 1] - 1;
    for (int at = starts[row]; at < last; at++) {
        double a = values[at];
        int column = columns[at];
        for (int s = 0; s < kSides; s++) sum[s] -= a * x[s * n + column];
    }
    double diagonal = values[last];
    for (int s = 0; s < kSides; s++) x[s * n + row] = sum[s] / diagonal;
}

extern "C" __global__ void tri_level_solve(const int* level_rows, int level_size, const int* starts, const int* columns,
                                           const double* values, const double* right, double* x, int n, int sides) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= level_size) return;
    int row = level_rows[i];
    switch (sides) {
        case 1:
            solve_row<1>(row, starts, columns, values, right, x, n);
            break;
        case 2:
            solve_row<2>(row, starts, columns, values, right, x, n);
            break;
        case 4:
            solve_row<4>(row, starts, columns, values, right, x, n);
            break;
        default:
            for (int s = 0; s < sides; s++) solve_row<1>(row, starts, columns, values, right + s * n, x + s * n, n);
    }
}
