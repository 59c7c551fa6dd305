// Advects a tracer one step on a periodic grid in three directions: fluxes with van Leer's limiter, flux differences
// added up.

#define IDX(i, j, k) (((size_t)(k) * ny + (j)) * nx + (i))
#define UP(i, n) ((i) + 1 == (n) ? 0 : (i) + 1)
#define DOWN(i, n) ((i) == 0 ? (n) - 1 : (i) - 1)

__device__ static double limited_slope(double a, double b, double c) {
    double left = b - a, right = c - b;
    double product = left * right;
    if (product <= 0.0) return 0.0;
    return 2.0 * product / (left + right);
}

// The flux through the face between q1 and q2.
__device__ static double face_flux(double q0, double q1, double q2, double q3, double courant) {
    if (courant >= 0.0) return courant * (q1 + 0.5 * (1.0 - courant) * limited_slope(q0, q1, q2));
    return courant * (q2 - 0.5 * (1.0 + courant) * limited_slope(q1, q2, q3));
}

extern "C" __global__ void tracer_limiter(const double* __restrict__ q, const double* __restrict__ cu,
                                          const double* __restrict__ cv, const double* __restrict__ cw, double* out,
                                          int nx, int ny, int nz) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    int im = DOWN(i, nx), ip = UP(i, nx), imm = DOWN(im, nx), ipp = UP(ip, nx);
    int jm = DOWN(j, ny), jp = UP(j, ny), jmm = DOWN(jm, ny), jpp = UP(jp, ny);
    for (int k = blockIdx.z; k < nz; k += gridDim.z) {
        int km = DOWN(k, nz), kp = UP(k, nz), kmm = DOWN(km, nz), kpp = UP(kp, nz);
        double here = q[IDX(i, j, k)];
        double xm = q[IDX(im, j, k)], xp = q[IDX(ip, j, k)];
        double ym = q[IDX(i, jm, k)], yp = q[IDX(i, jp, k)];
        double zm = q[IDX(i, j, km)], zp = q[IDX(i, j, kp)];
        double west = face_flux(q[IDX(imm, j, k)], xm, here, xp, cu[IDX(i, j, k)]);
        double east = face_flux(xm, here, xp, q[IDX(ipp, j, k)], cu[IDX(ip, j, k)]);
        double south = face_flux(q[IDX(i, jmm, k)], ym, here, yp, cv[IDX(i, j, k)]);
        double north = face_flux(ym, here, yp, q[IDX(i, jpp, k)], cv[IDX(i, jp, k)]);
        double bottom = face_flux(q[IDX(i, j, kmm)], zm, here, zp, cw[IDX(i, j, k)]);
        double top = face_flux(zm, here, zp, q[IDX(i, j, kpp)], cw[IDX(i, j, kp)]);
        out[IDX(i, j, k)] = here + west - east + south - north + bottom - top;
    }
}
