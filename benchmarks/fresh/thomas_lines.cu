// Implicit diffusion along x for many lines at once: every thread solves one tridiagonal system by Thomas' method. The
// lines are interleaved, so that neighbours read neighbours.

extern "C" __global__ void thomas_lines(const double* kappa, const double* rhs, double* scratch, double* solution,
                                        int lines, int length, double dt) {
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines) return;

    double c_before = 0.0, d_before = 0.0;
    for (int i = 0; i < length; i++) {
        int at = i * lines + line;
        double k = kappa[at];
        double k_left = i > 0 ? 0.5 * (k + kappa[at - lines]) : 0.0;
        double k_right = i < length - 1 ? 0.5 * (k + kappa[at + lines]) : 0.0;
        double a = -dt * k_left;
        double c = -dt * k_right;
        double b = 1.0 - a - c;
        double inverse = 1.0 / (b - a * c_before);
        c_before = c * inverse;
        d_before = (rhs[at] - a * d_before) * inverse;
        scratch[at] = c_before;
        solution[at] = d_before;
    }
    for (int i = length - 2; i >= 0; i--) {
        int at = i * lines + line;
        d_before = solution[at] - scratch[at] * d_before;
        solution[at] = d_before;
    }
}
