// Fluxes of ideal magnetohydrodynamics between cells in a row: two primitive states, fast wave speeds, HLL.

struct Primitive {
    double rho, u, v, w, p, bx, by, bz;
};

struct Conserved {
    double q[8];
};

__device__ Conserved conserved(const Primitive& s, double gamma) {
    double kinetic = 0.5 * s.rho * (s.u * s.u + s.v * s.v + s.w * s.w);
    double magnetic = 0.5 * (s.bx * s.bx + s.by * s.by + s.bz * s.bz);
    return {{s.rho, s.rho * s.u, s.rho * s.v, s.rho * s.w, s.p / (gamma - 1.0) + kinetic + magnetic, s.bx, s.by, s.bz}};
}

__device__ Conserved physical_flux(const Primitive& s, double energy) {
    double b2 = s.bx * s.bx + s.by * s.by + s.bz * s.bz;
    double total = s.p + 0.5 * b2;
    double ub = s.u * s.bx + s.v * s.by + s.w * s.bz;
    Conserved f;
    f.q[0] = s.rho * s.u;
    f.q[1] = s.rho * s.u * s.u + total - s.bx * s.bx;
    f.q[2] = s.rho * s.u * s.v - s.bx * s.by;
    f.q[3] = s.rho * s.u * s.w - s.bx * s.bz;
    f.q[4] = (energy + total) * s.u - s.bx * ub;
    f.q[5] = 0.0;
    f.q[6] = s.by * s.u - s.bx * s.v;
    f.q[7] = s.bz * s.u - s.bx * s.w;
    return f;
}

__device__ double fast_speed(const Primitive& s, double gamma) {
    double a2 = gamma * s.p / s.rho;
    double b2 = (s.bx * s.bx + s.by * s.by + s.bz * s.bz) / s.rho;
    double both = a2 + b2;
    double root = both * both - 4.0 * a2 * s.bx * s.bx / s.rho;
    return sqrt(0.5 * (both + sqrt(fmax(root, 0.0))));
}

__device__ Primitive read_state(const double* planes, int at, int cells) {
    return {planes[at],
            planes[cells + at],
            planes[2 * cells + at],
            planes[3 * cells + at],
            planes[4 * cells + at],
            planes[5 * cells + at],
            planes[6 * cells + at],
            planes[7 * cells + at]};
}

extern "C" __global__ void mhd_hll(const double* state, double* flux, int nx, int ny, double gamma) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x >= nx - 1) return;
    int cells = nx * ny, at = y * nx + x;
    Primitive left = read_state(state, at, cells);
    Primitive right = read_state(state, at + 1, cells);
    double normal = 0.5 * (left.bx + right.bx);
    left.bx = right.bx = normal;

    double speed_left = fast_speed(left, gamma), speed_right = fast_speed(right, gamma);
    double slowest = fmin(left.u - speed_left, right.u - speed_right);
    double fastest = fmax(left.u + speed_left, right.u + speed_right);
    Conserved ul = conserved(left, gamma), ur = conserved(right, gamma);
    Conserved result;
    if (slowest >= 0.0) {
        result = physical_flux(left, ul.q[4]);
    } else if (fastest <= 0.0) {
        result = physical_flux(right, ur.q[4]);
    } else {
        Conserved fl = physical_flux(left, ul.q[4]), fr = physical_flux(right, ur.q[4]);
        double scale = 1.0 / (fastest - slowest);
        for (int k = 0; k < 8; k++)
            result.q[k] = (fastest * fl.q[k] - slowest * fr.q[k] + fastest * slowest * (ur.q[k] - ul.q[k])) * scale;
    }
    int faces = (nx - 1) * ny;
    for (int k = 0; k < 8; k++) flux[k * faces + y * (nx - 1) + x] = result.q[k];
}
