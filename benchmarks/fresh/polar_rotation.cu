// The rotation nearest to each 3x3 matrix (shape matching): Newton's iteration for the polar decomposition.

struct Mat3 {
    float m[3][3];

    __device__ Mat3 transposed() const {
        Mat3 t;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) t.m[i][j] = m[j][i];
        return t;
    }
    // Cofactors: the inverse's transpose times the determinant.
    __device__ Mat3 cofactors() const {
        Mat3 c;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
                c.m[i][j] = m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1];
            }
        return c;
    }
    __device__ float norm() const {
        float s = 0.0f;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) s += m[i][j] * m[i][j];
        return sqrtf(s);
    }
};

extern "C" __global__ void polar_rotation(const Mat3* matrices, Mat3* rotations, int* steps, int count,
                                          float tolerance) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Mat3 q = matrices[i];
    int step = 0;
    while (step < 20) {
        Mat3 c = q.cofactors();
        float det = q.m[0][0] * c.m[0][0] + q.m[0][1] * c.m[0][1] + q.m[0][2] * c.m[0][2];
        if (fabsf(det) < 1e-12f) break;
        float gamma = sqrtf(c.norm() / (fabsf(det) * q.norm()));
        Mat3 next;
        float change = 0.0f;
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < 3; k++) {
                next.m[r][k] = 0.5f * (gamma * q.m[r][k] + c.m[r][k] / (gamma * det));
                change = fmaxf(change, fabsf(next.m[r][k] - q.m[r][k]));
            }
        q = next;
        step++;
        if (change < tolerance) break;
    }
    rotations[i] = q;
    steps[i] = step;
}
