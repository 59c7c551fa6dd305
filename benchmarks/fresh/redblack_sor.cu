// One coloured half of a successive over-relaxation sweep for a 2D Poisson problem with holes in the domain.

extern "C" __global__ void redblack_sor(float* u, const float* rhs, const unsigned char* mask, int nx, int ny,
                                        float omega, float h2, int colour) {
    int half = (nx - 2 + 1) / 2;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i >= half || y >= ny - 1) return;
    int x = 1 + 2 * i + ((y + colour) & 1);
    if (x >= nx - 1) return;
    int at = y * nx + x;
    if (!mask[at]) return;

    float centre = u[at];
    // A hole next door has no flux through it: it takes the value of the cell itself.
    float west = mask[at - 1] ? u[at - 1] : centre;
    float east = mask[at + 1] ? u[at + 1] : centre;
    float south = mask[at - nx] ? u[at - nx] : centre;
    float north = mask[at + nx] ? u[at + nx] : centre;
    float relaxed = 0.25f * (west + east + south + north - h2 * rhs[at]);
    u[at] = centre + omega * (relaxed - centre);
}
