// A table of double-precision special functions: error function, log-gamma, Bessel, hyperbolic and power functions in one
// kernel, as likelihood code mixes them; __noinline__ keeps some of the calls.

namespace {

__device__ double student_log_density(double x, double degrees) {
    const double half = 0.5 * degrees;
    return lgamma(half + 0.5) - lgamma(half) - 0.5 * log(3.14159265358979323846 * degrees) -
           (half + 0.5) * log1p(x * x / degrees);
}

__device__ __noinline__ double voigt_like(double x, double width) {
    return exp(-x * x) * cos(2.0 * x * width) + erf(x) * erfc(width) + tanh(x * width);
}

__device__ __noinline__ double radial(double r, int order) {
    const double oscillation = order == 0 ? j0(r) : j1(r);
    return oscillation * expm1(-0.1 * r) + cbrt(r) * atan2(r, 1.0 + order);
}

__device__ double gamma_weight(double x) { return tgamma(x) * pow(x, -x) * exp(x); }

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    special_double(const double* __restrict__ xs, const double* __restrict__ shapes, double* __restrict__ densities,
                   double* __restrict__ profiles, double* __restrict__ radials, double* __restrict__ weights,
                   int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const double x = xs[i], shape = shapes[i];
    densities[i] = student_log_density(x, shape);
    profiles[i] = voigt_like(x, 0.1 * shape);
    radials[i] = radial(fabs(x) * shape, i & 1);
    weights[i] = gamma_weight(shape);
}
