// Solves many 6x6 systems by elimination with partial pivoting, every loop unrolled by pragma: rows are exchanged by
// selection, all bounds are triangular, and the matrix can live in registers.

namespace {

constexpr int kSize = 6;

__device__ void bring_up_pivot(float (&m)[kSize][kSize + 1], int column) {
    int best = column;
    float largest = fabsf(m[column][column]);
#pragma unroll
    for (int row = column + 1; row < kSize; ++row) {
        if (fabsf(m[row][column]) > largest) {
            largest = fabsf(m[row][column]);
            best = row;
        }
    }
#pragma unroll
    for (int row = column + 1; row < kSize; ++row) {
        if (row != best) continue;
#pragma unroll
        for (int j = column; j <= kSize; ++j) {
            const float kept = m[column][j];
            m[column][j] = m[row][j];
            m[row][j] = kept;
        }
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    pivot_unrolled(const float* __restrict__ matrices, const float* __restrict__ rights, float* __restrict__ solutions,
                   int count) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    float m[kSize][kSize + 1];
#pragma unroll
    for (int row = 0; row < kSize; ++row) {
#pragma unroll
        for (int column = 0; column < kSize; ++column)
            m[row][column] = matrices[static_cast<size_t>(row * kSize + column) * count + at];
        m[row][kSize] = rights[static_cast<size_t>(row) * count + at];
    }
#pragma unroll
    for (int column = 0; column < kSize; ++column) {
        bring_up_pivot(m, column);
        const float inverse = 1.0f / m[column][column];
#pragma unroll
        for (int row = column + 1; row < kSize; ++row) {
            const float factor = m[row][column] * inverse;
#pragma unroll
            for (int j = column + 1; j <= kSize; ++j) m[row][j] -= factor * m[column][j];
        }
    }
    float solution[kSize];
#pragma unroll
    for (int row = kSize - 1; row >= 0; --row) {
        float value = m[row][kSize];
#pragma unroll
        for (int j = row + 1; j < kSize; ++j) value -= m[row][j] * solution[j];
        solution[row] = value / m[row][row];
    }
#pragma unroll
    for (int row = 0; row < kSize; ++row) solutions[static_cast<size_t>(row) * count + at] = solution[row];
}
