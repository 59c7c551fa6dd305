// Adaptive Simpson integration by true recursion: the call stack grows where the integrand is difficult.

namespace {

struct Integrand {
    double centre, sharpness, frequency;

    __device__ double operator()(double x) const {
        const double d = x - centre;
        return 1.0 / (sharpness + d * d) + sin(frequency * x);
    }
};

struct Span {
    double a, b, at_a, at_middle, at_b, area;
};

// Levels that always refine: too few samples can agree by accident.
constexpr int kDeepest = 12, kForced = 3;

struct Work {
    Integrand function;
    int calls;
};

__device__ double simpson(double width, double left, double middle, double right) {
    return width / 6.0 * (left + 4.0 * middle + right);
}

__device__ double refine(Work& work, const Span& span, double tolerance, int depth) {
    const double middle = 0.5 * (span.a + span.b), half = 0.5 * (span.b - span.a);
    const double at_left = work.function(0.5 * (span.a + middle)), at_right = work.function(0.5 * (middle + span.b));
    work.calls += 2;
    const Span left{span.a, middle, span.at_a, at_left, span.at_middle,
                    simpson(half, span.at_a, at_left, span.at_middle)};
    const Span right{middle, span.b, span.at_middle, at_right, span.at_b,
                     simpson(half, span.at_middle, at_right, span.at_b)};
    const double difference = left.area + right.area - span.area;
    const bool is_good = depth <= kDeepest - kForced && fabs(difference) <= 15.0 * tolerance;
    if (depth == 0 || is_good) return left.area + right.area + difference / 15.0;
    return refine(work, left, 0.5 * tolerance, depth - 1) + refine(work, right, 0.5 * tolerance, depth - 1);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    recursive_quadrature(const double* __restrict__ centres, const double* __restrict__ sharpness,
                         const double* __restrict__ frequencies, double* __restrict__ results,
                         int* __restrict__ calls, int count, double tolerance) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Work work{{centres[i], sharpness[i], frequencies[i]}, 3};
    const double at_a = work.function(0.0), at_middle = work.function(0.5), at_b = work.function(1.0);
    const Span whole{0.0, 1.0, at_a, at_middle, at_b, simpson(1.0, at_a, at_middle, at_b)};
    results[i] = refine(work, whole, tolerance, kDeepest);
    calls[i] = work.calls;
}
