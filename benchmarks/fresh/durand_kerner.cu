// All roots of many polynomials of degree six at once by Durand and Kerner's iteration, complex numbers in double.

template <typename T>
struct Complex {
    T re, im;
    __device__ Complex(T r = 0, T i = 0) : re(r), im(i) {}
    __device__ Complex operator+(Complex o) const { return Complex(re + o.re, im + o.im); }
    __device__ Complex operator-(Complex o) const { return Complex(re - o.re, im - o.im); }
    __device__ Complex operator*(Complex o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
    __device__ Complex operator/(Complex o) const {
        T d = o.re * o.re + o.im * o.im;
        return Complex((re * o.re + im * o.im) / d, (im * o.re - re * o.im) / d);
    }
    __device__ T norm() const { return re * re + im * im; }
};

template <typename T, int N>
__device__ Complex<T> horner(const T (&coefficients)[N], Complex<T> x) {
    Complex<T> value(1);  // the leading coefficient is one
    for (int i = N - 1; i >= 0; i--) value = value * x + Complex<T>(coefficients[i]);
    return value;
}

extern "C" __global__ void durand_kerner(const double* polynomials, double2* roots, int* iterations, int count,
                                         int limit, double tolerance) {
    const int degree = 6;
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= count) return;
    double c[degree];
    for (int i = 0; i < degree; i++) c[i] = polynomials[p * degree + i];
    Complex<double> z[degree];
    Complex<double> seed(0.4, 0.9), power(1.0);
    for (int i = 0; i < degree; i++) {
        z[i] = power;
        power = power * seed;
    }
    int turn = 0;
    for (; turn < limit; turn++) {
        double moved = 0.0;
        for (int i = 0; i < degree; i++) {
            Complex<double> divisor(1.0);
            for (int j = 0; j < degree; j++)
                if (j != i) divisor = divisor * (z[i] - z[j]);
            Complex<double> step = horner(c, z[i]) / divisor;
            z[i] = z[i] - step;
            moved = fmax(moved, step.norm());
        }
        if (moved < tolerance * tolerance) break;
    }
    iterations[p] = turn;
    for (int i = 0; i < degree; i++) roots[p * degree + i] = make_double2(z[i].re, z[i].im);
}
