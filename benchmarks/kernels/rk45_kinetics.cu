// Adaptive Dormand-Prince integration of a six-variable gene network (three mRNAs, three proteins), one parameter set per
// thread, double precision. Seven slopes of six variables are alive at once.

namespace {

constexpr int kVariables = 6;

struct Parameters {
    double production, leak, ratio;
};

struct Vector {
    double v[kVariables];
};

__device__ __forceinline__ Vector slope(const Vector& y, const Parameters& p) {
    Vector d;
#pragma unroll
    for (int i = 0; i < 3; ++i) {
        const double repressor = y.v[3 + (i + 2) % 3];
        d.v[i] = p.production / (1.0 + repressor * repressor) + p.leak - y.v[i];
        d.v[3 + i] = p.ratio * (y.v[i] - y.v[3 + i]);
    }
    return d;
}

template <typename... Terms>
__device__ __forceinline__ Vector advanced(const Vector& y, double h, const Terms&... terms) {
    Vector out;
#pragma unroll
    for (int i = 0; i < kVariables; ++i) out.v[i] = y.v[i] + h * (... + (terms.weight * terms.slope.v[i]));
    return out;
}

struct Term {
    double weight;
    const Vector& slope;
};

__device__ __forceinline__ double error_norm(const Vector& from, const Vector& to, const Vector& error,
                                             double tolerance) {
    double sum = 0.0;
#pragma unroll
    for (int i = 0; i < kVariables; ++i) {
        const double scale = tolerance * (1.0 + fmax(fabs(from.v[i]), fabs(to.v[i])));
        const double part = error.v[i] / scale;
        sum += part * part;
    }
    return sqrt(sum / kVariables);
}

__device__ Vector integrate(Vector y, const Parameters& p, double end, double tolerance, int& steps) {
    double time = 0.0, h = 0.01;
    Vector k1 = slope(y, p);
    const Vector zero{};
    steps = 0;
    while (time < end && steps < 10000) {
        h = fmin(h, end - time);
        const Vector k2 = slope(advanced(y, h, Term{1.0 / 5, k1}), p);
        const Vector k3 = slope(advanced(y, h, Term{3.0 / 40, k1}, Term{9.0 / 40, k2}), p);
        const Vector k4 = slope(advanced(y, h, Term{44.0 / 45, k1}, Term{-56.0 / 15, k2}, Term{32.0 / 9, k3}), p);
        const Vector k5 = slope(advanced(y, h, Term{19372.0 / 6561, k1}, Term{-25360.0 / 2187, k2},
                                         Term{64448.0 / 6561, k3}, Term{-212.0 / 729, k4}),
                                p);
        const Vector k6 = slope(advanced(y, h, Term{9017.0 / 3168, k1}, Term{-355.0 / 33, k2}, Term{46732.0 / 5247, k3},
                                         Term{49.0 / 176, k4}, Term{-5103.0 / 18656, k5}),
                                p);
        const Vector next = advanced(y, h, Term{35.0 / 384, k1}, Term{500.0 / 1113, k3}, Term{125.0 / 192, k4},
                                     Term{-2187.0 / 6784, k5}, Term{11.0 / 84, k6});
        const Vector k7 = slope(next, p);
        const Vector error =
            advanced(zero, h, Term{71.0 / 57600, k1}, Term{-71.0 / 16695, k3}, Term{71.0 / 1920, k4},
                     Term{-17253.0 / 339200, k5}, Term{22.0 / 525, k6}, Term{-1.0 / 40, k7});
        const double norm = error_norm(y, next, error, tolerance);
        if (norm <= 1.0) {
            time += h;
            y = next;
            k1 = k7;
        }
        h *= fmin(5.0, fmax(0.2, 0.9 * pow(fmax(norm, 1e-10), -0.2)));
        ++steps;
    }
    return y;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    rk45_kinetics(const double* __restrict__ productions, const double* __restrict__ ratios,
                  double* __restrict__ results, int* __restrict__ step_counts, int count, double end,
                  double tolerance) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    const Parameters p{productions[at], 0.2, ratios[at]};
    int steps;
    const Vector y = integrate({{1.0, 0.5, 0.2, 2.0, 0.1, 0.4}}, p, end, tolerance, steps);
#pragma unroll
    for (int i = 0; i < kVariables; ++i) results[static_cast<size_t>(i) * count + at] = y.v[i];
    step_counts[at] = steps;
}
