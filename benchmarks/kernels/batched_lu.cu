// Solves many 6x6 systems in double precision by LU with partial pivoting; rows are swapped through an index array, so
// the matrix is indexed dynamically and lives in local memory.

namespace {

constexpr int kSize = 6;

struct System {
    double matrix[kSize][kSize];
    double right[kSize];
    int order[kSize];
};

__device__ int find_pivot(const System& s, int column) {
    int best = column;
    double largest = fabs(s.matrix[s.order[column]][column]);
    for (int row = column + 1; row < kSize; ++row) {
        const double size = fabs(s.matrix[s.order[row]][column]);
        if (size > largest) {
            largest = size;
            best = row;
        }
    }
    return best;
}

__device__ void eliminate(System& s, int column) {
    const int pivot = find_pivot(s, column);
    const int pivot_row = s.order[pivot];
    s.order[pivot] = s.order[column];
    s.order[column] = pivot_row;
    const double inverse = 1.0 / s.matrix[pivot_row][column];
    for (int i = column + 1; i < kSize; ++i) {
        const int row = s.order[i];
        const double factor = s.matrix[row][column] * inverse;
        for (int j = column + 1; j < kSize; ++j) s.matrix[row][j] -= factor * s.matrix[pivot_row][j];
        s.right[row] -= factor * s.right[pivot_row];
    }
}

__device__ void substitute(const System& s, double (&solution)[kSize]) {
    for (int i = kSize - 1; i >= 0; --i) {
        const int row = s.order[i];
        double value = s.right[row];
        for (int j = i + 1; j < kSize; ++j) value -= s.matrix[row][j] * solution[j];
        solution[i] = value / s.matrix[row][i];
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    batched_lu(const double* __restrict__ matrices, const double* __restrict__ rights, double* __restrict__ solutions,
               int count) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    System s;
    for (int row = 0; row < kSize; ++row) {
        for (int column = 0; column < kSize; ++column)
            s.matrix[row][column] = matrices[static_cast<size_t>(row * kSize + column) * count + at];
        s.right[row] = rights[static_cast<size_t>(row) * count + at];
        s.order[row] = row;
    }
    for (int column = 0; column < kSize; ++column) eliminate(s, column);
    double solution[kSize];
    substitute(s, solution);
    for (int row = 0; row < kSize; ++row) solutions[static_cast<size_t>(row) * count + at] = solution[row];
}
