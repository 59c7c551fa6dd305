// Fluxes of the 2D Euler equations through the x faces: second order with a limiter of choice, then HLL, in double.

enum Limiter { kMinmod = 0, kVanLeer = 1, kSuperbee = 2 };

struct Gas {
    double gamma;
    int limiter;
};

struct Primitive {
    double rho, u, v, p;
};

__device__ double limit(double a, double b, int which) {
    if (a * b <= 0.0) return 0.0;
    switch (which) {
        case kMinmod: return fabs(a) < fabs(b) ? a : b;
        case kVanLeer: return 2.0 * a * b / (a + b);
        case kSuperbee: {
            double s = a > 0.0 ? 1.0 : -1.0;
            double x = fabs(a), y = fabs(b);
            return s * fmax(fmin(2.0 * x, y), fmin(x, 2.0 * y));
        }
        default: return 0.0;
    }
}

__device__ Primitive to_primitive(const double* q, int stride, double gamma) {
    Primitive w;
    w.rho = q[0];
    w.u = q[stride] / w.rho;
    w.v = q[2 * stride] / w.rho;
    w.p = (gamma - 1.0) * (q[3 * stride] - 0.5 * w.rho * (w.u * w.u + w.v * w.v));
    return w;
}

// The value on the right (side = +1) or left (side = -1) face of the middle one of three cells.
__device__ Primitive face_value(const Primitive& l, const Primitive& m, const Primitive& r, double side, int which) {
    Primitive w;
    w.rho = m.rho + 0.5 * side * limit(m.rho - l.rho, r.rho - m.rho, which);
    w.u = m.u + 0.5 * side * limit(m.u - l.u, r.u - m.u, which);
    w.v = m.v + 0.5 * side * limit(m.v - l.v, r.v - m.v, which);
    w.p = m.p + 0.5 * side * limit(m.p - l.p, r.p - m.p, which);
    return w;
}

__device__ void conserved_and_flux(const Primitive& w, double gamma, double* q, double* f) {
    double energy = w.p / (gamma - 1.0) + 0.5 * w.rho * (w.u * w.u + w.v * w.v);
    q[0] = w.rho;
    q[1] = w.rho * w.u;
    q[2] = w.rho * w.v;
    q[3] = energy;
    f[0] = q[1];
    f[1] = q[1] * w.u + w.p;
    f[2] = q[1] * w.v;
    f[3] = (energy + w.p) * w.u;
}

// cells: 4 components of ny rows of nx; fluxes: 4 components of ny rows of nx - 3 inner faces.
extern "C" __global__ void euler_fluxes(const double* __restrict__ cells, double* __restrict__ fluxes, int nx, int ny,
                                        Gas gas) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx - 3 || j >= ny) return;
    int stride = nx * ny;
    const double* row = cells + j * nx + i;
    Primitive w[4];
    for (int k = 0; k < 4; k++) w[k] = to_primitive(row + k, stride, gas.gamma);
    Primitive left = face_value(w[0], w[1], w[2], 1.0, gas.limiter);
    Primitive right = face_value(w[1], w[2], w[3], -1.0, gas.limiter);

    double ql[4], qr[4], fl[4], fr[4];
    conserved_and_flux(left, gas.gamma, ql, fl);
    conserved_and_flux(right, gas.gamma, qr, fr);
    double cl = sqrt(gas.gamma * left.p / left.rho), cr = sqrt(gas.gamma * right.p / right.rho);
    double sl = fmin(left.u - cl, right.u - cr), sr = fmax(left.u + cl, right.u + cr);
    int out_stride = (nx - 3) * ny, at = j * (nx - 3) + i;
    for (int k = 0; k < 4; k++) {
        double f;
        if (sl >= 0.0)
            f = fl[k];
        else if (sr <= 0.0)
            f = fr[k];
        else
            f = (sr * fl[k] - sl * fr[k] + sl * sr * (qr[k] - ql[k])) / (sr - sl);
        fluxes[k * out_stride + at] = f;
    }
}
