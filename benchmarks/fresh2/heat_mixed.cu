// An explicit step of heat in a block of three dimensions: fixed temperature on the x faces, a given flux through the y
// faces, and z wraps around.

extern "C" __global__ void heat_mixed(const double* now, double* next, int nx, int ny, int nz, double alpha, double hot,
                                      double cold, double flux) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    auto at = [=](int i, int j, int k) -> long { return ((long)k * ny + j) * nx + i; };
    double centre = now[at(x, y, z)];
    double left = x > 0 ? now[at(x - 1, y, z)] : 2.0 * hot - centre;
    double right = x < nx - 1 ? now[at(x + 1, y, z)] : 2.0 * cold - centre;
    double front = y > 0 ? now[at(x, y - 1, z)] : centre + flux;
    double back = y < ny - 1 ? now[at(x, y + 1, z)] : centre - flux;
    double below = now[at(x, y, (z + nz - 1) % nz)];
    double above = now[at(x, y, (z + 1) % nz)];
    next[at(x, y, z)] = centre + alpha * (left + right + front + back + below + above - 6.0 * centre);
}
