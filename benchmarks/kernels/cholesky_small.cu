// Cholesky factors of many 8x8 matrices, one thread each, in plain loops with triangular bounds.

namespace {
constexpr int kSize = 8;
}

extern "C" __global__ void __launch_bounds__(128)
    cholesky_small(const float* __restrict__ matrices, float* __restrict__ factors, int count) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    float m[kSize][kSize];
    for (int row = 0; row < kSize; ++row)
        for (int column = 0; column <= row; ++column)
            m[row][column] = matrices[static_cast<size_t>(row * kSize + column) * count + at];
    for (int column = 0; column < kSize; ++column) {
        float diagonal = m[column][column];
        for (int k = 0; k < column; ++k) diagonal -= m[column][k] * m[column][k];
        diagonal = sqrtf(diagonal);
        m[column][column] = diagonal;
        for (int row = column + 1; row < kSize; ++row) {
            float value = m[row][column];
            for (int k = 0; k < column; ++k) value -= m[row][k] * m[column][k];
            m[row][column] = value / diagonal;
        }
    }
    for (int row = 0; row < kSize; ++row)
        for (int column = 0; column < kSize; ++column)
            factors[static_cast<size_t>(row * kSize + column) * count + at] = column <= row ? m[row][column] : 0.0f;
}
