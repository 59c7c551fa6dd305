// Radar tracks by an extended Kalman filter: position and velocity in a plane, measured range and bearing; wild
// measurements are left out. A track a thread, all its measurements one after the other.

template <int R, int C>
struct Mat {
    double m[R][C];
    __device__ double& operator()(int r, int c) { return m[r][c]; }
    __device__ double operator()(int r, int c) const { return m[r][c]; }
};

template <int R, int K, int C>
__device__ Mat<R, C> operator*(const Mat<R, K>& a, const Mat<K, C>& b) {
    Mat<R, C> result;
    for (int r = 0; r < R; r++) {
        for (int c = 0; c < C; c++) {
            double sum = 0.0;
            for (int k = 0; k < K; k++) sum += a(r, k) * b(k, c);
            result(r, c) = sum;
        }
    }
    return result;
}

template <int R, int C>
__device__ Mat<C, R> transposed(const Mat<R, C>& a) {
    Mat<C, R> result;
    for (int r = 0; r < R; r++)
        for (int c = 0; c < C; c++) result(c, r) = a(r, c);
    return result;
}

struct Noise {
    double acceleration, range, bearing, gate;
};

__device__ double wrapped(double angle) {
    const double pi = 3.14159265358979323846;
    if (angle > pi) return angle - 2.0 * pi;
    if (angle < -pi) return angle + 2.0 * pi;
    return angle;
}

extern "C" __global__ void ekf_tracks(const double* measurements, int tracks, int steps, double dt, Noise noise,
                                      double* states, double* covariances, int* rejected) {
    int track = blockIdx.x * blockDim.x + threadIdx.x;
    if (track >= tracks) return;
    Mat<4, 1> x;
    Mat<4, 4> p, f = {{{1, 0, dt, 0}, {0, 1, 0, dt}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    for (int i = 0; i < 4; i++) {
        x(i, 0) = states[i * tracks + track];
        for (int j = 0; j < 4; j++) p(i, j) = i == j ? (i < 2 ? 1.0 : 0.5) : 0.0;
    }
    int bad = 0;
    for (int step = 0; step < steps; step++) {
        x = f * x;
        p = f * p * transposed(f);
        double q = noise.acceleration * dt;
        for (int d = 0; d < 2; d++) {
            p(d, d) += q * dt * dt / 3.0;
            p(d, d + 2) += q * dt / 2.0;
            p(d + 2, d) += q * dt / 2.0;
            p(d + 2, d + 2) += q;
        }
        double r2 = x(0, 0) * x(0, 0) + x(1, 0) * x(1, 0);
        double r = sqrt(r2);
        if (r < 1e-6) continue;
        Mat<2, 4> h = {{{x(0, 0) / r, x(1, 0) / r, 0, 0}, {-x(1, 0) / r2, x(0, 0) / r2, 0, 0}}};
        double range = measurements[(2 * step) * tracks + track];
        double bearing = measurements[(2 * step + 1) * tracks + track];
        Mat<2, 1> innovation = {{{range - r}, {wrapped(bearing - atan2(x(1, 0), x(0, 0)))}}};
        Mat<4, 2> cross = p * transposed(h);
        Mat<2, 2> s = h * cross;
        s(0, 0) += noise.range * noise.range;
        s(1, 1) += noise.bearing * noise.bearing;
        double determinant = s(0, 0) * s(1, 1) - s(0, 1) * s(1, 0);
        Mat<2, 2> inverse = {{{s(1, 1) / determinant, -s(0, 1) / determinant},
                              {-s(1, 0) / determinant, s(0, 0) / determinant}}};
        double wild = (transposed(innovation) * inverse * innovation)(0, 0);
        if (wild > noise.gate) {
            bad++;
            continue;
        }
        Mat<4, 2> gain = cross * inverse;
        Mat<4, 1> correction = gain * innovation;
        Mat<4, 4> reduction = gain * transposed(cross);
        for (int i = 0; i < 4; i++) {
            x(i, 0) += correction(i, 0);
            for (int j = 0; j < 4; j++) p(i, j) -= reduction(i, j);
        }
    }
    for (int i = 0; i < 4; i++) {
        states[i * tracks + track] = x(i, 0);
        for (int j = 0; j < 4; j++) covariances[(4 * i + j) * tracks + track] = p(i, j);
    }
    rejected[track] = bad;
}
