// Sparse matrix times vector, sliced ELLPACK: rows in slices of 32, each slice as wide as its longest row, in double.

struct SellMatrix {
    int rows;
    const int* slice_start;
    const int* columns;
    const double* values;
};

extern "C" __global__ void spmv_sell(SellMatrix m, const double* x, double* y, double alpha, double beta) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m.rows) return;
    int slice = row / 32, lane = row % 32;
    int begin = m.slice_start[slice], end = m.slice_start[slice + 1];
    double sum = 0.0;
    for (int i = begin + lane; i < end; i += 32) {
        int column = m.columns[i];
        if (column >= 0) sum += m.values[i] * x[column];
    }
    y[row] = alpha * sum + (beta != 0.0 ? beta * y[row] : 0.0);
}
