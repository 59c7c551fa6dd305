// The last step of aligning many scans: damped normal equations of six unknowns (packed upper triangle), solved by
// Cholesky, and the twist turned into a pose of three rows of four.

struct Pose {
    float m[3][4];
};

__device__ int packed(int row, int column) { return row * 6 - row * (row - 1) / 2 + column - row; }

__device__ bool cholesky_solve(const float* upper, const float* right, float damping, float x[6]) {
    float l[6][6];
    for (int j = 0; j < 6; j++) {
        float d = upper[packed(j, j)] * (1.0f + damping);
        for (int k = 0; k < j; k++) d -= l[j][k] * l[j][k];
        if (d <= 1e-9f) return false;
        l[j][j] = sqrtf(d);
        for (int i = j + 1; i < 6; i++) {
            float s = upper[packed(j, i)];
            for (int k = 0; k < j; k++) s -= l[i][k] * l[j][k];
            l[i][j] = s / l[j][j];
        }
    }
    for (int i = 0; i < 6; i++) {
        float s = right[i];
        for (int k = 0; k < i; k++) s -= l[i][k] * x[k];
        x[i] = s / l[i][i];
    }
    for (int i = 5; i >= 0; i--) {
        float s = x[i];
        for (int k = i + 1; k < 6; k++) s -= l[k][i] * x[k];
        x[i] = s / l[i][i];
    }
    return true;
}

__device__ Pose exponential(const float x[6]) {
    float wx = x[0], wy = x[1], wz = x[2];
    float angle2 = wx * wx + wy * wy + wz * wz;
    float a, b, c;
    if (angle2 < 1e-6f) {
        a = 1.0f - angle2 / 6.0f;
        b = 0.5f - angle2 / 24.0f;
        c = 1.0f / 6.0f - angle2 / 120.0f;
    } else {
        float angle = sqrtf(angle2);
        a = sinf(angle) / angle;
        b = (1.0f - cosf(angle)) / angle2;
        c = (1.0f - a) / angle2;
    }
    float skew[3][3] = {{0.0f, -wz, wy}, {wz, 0.0f, -wx}, {-wy, wx, 0.0f}};
    Pose pose;
    for (int i = 0; i < 3; i++) {
        float shift = 0.0f;
        for (int j = 0; j < 3; j++) {
            float square = 0.0f;
            for (int k = 0; k < 3; k++) square += skew[i][k] * skew[k][j];
            float unit = i == j ? 1.0f : 0.0f;
            pose.m[i][j] = unit + a * skew[i][j] + b * square;
            shift += (unit + b * skew[i][j] + c * square) * x[3 + j];
        }
        pose.m[i][3] = shift;
    }
    return pose;
}

extern "C" __global__ void icp_solve6(const float* systems, int count, float damping, Pose* poses, int* accepted) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= count) return;
    const float* mine = systems + s * 27;
    float x[6];
    bool is_good = cholesky_solve(mine, mine + 21, damping, x);
    if (!is_good)
        for (int i = 0; i < 6; i++) x[i] = 0.0f;
    poses[s] = exponential(x);
    accepted[s] = is_good;
}
