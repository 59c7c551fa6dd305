// Sparse matrix times several vectors, ELLPACK by columns with 64-bit sizes; empty places have column -1.

template <typename T, int kVectors>
__device__ void multiply(size_t rows, size_t width, const int* columns, const T* values, const T* x, T* y) {
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum[kVectors] = {};
    for (size_t k = 0; k < width; k++) {
        int column = columns[k * rows + row];
        if (column < 0) break;
        T value = values[k * rows + row];
        for (int v = 0; v < kVectors; v++) sum[v] += value * x[(size_t)column * kVectors + v];
    }
    for (int v = 0; v < kVectors; v++) y[row * kVectors + v] = sum[v];
}

extern "C" __global__ void spmv_ell(size_t rows, size_t width, const int* columns, const float* values, const float* x,
                                    float* y) {
    multiply<float, 4>(rows, width, columns, values, x, y);
}
