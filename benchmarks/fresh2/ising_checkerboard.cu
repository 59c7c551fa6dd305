// One half sweep of the Ising model: the sites of one colour in rows of half width, Metropolis with thresholds for the
// five sums of neighbours, and a hash of site and sweep for random numbers.

__device__ unsigned site_random(unsigned site, unsigned sweep) {
    unsigned h = site * 0x85ebca6bu ^ sweep * 0xc2b2ae35u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return h;
}

template <bool kIsBlack>
__device__ void update(signed char* mine, const signed char* others, int half_width, int height, unsigned sweep,
                       const unsigned* thresholds) {
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = index / half_width, column = index % half_width;
    if (row >= height) return;
    const int above = row == 0 ? height - 1 : row - 1;
    const int below = row == height - 1 ? 0 : row + 1;
    int beside;
    if (kIsBlack == (row % 2 == 0))
        beside = column == 0 ? half_width - 1 : column - 1;
    else
        beside = column == half_width - 1 ? 0 : column + 1;
    int sum = others[above * half_width + column] + others[row * half_width + column] +
              others[below * half_width + column] + others[row * half_width + beside];
    signed char spin = mine[row * half_width + column];
    if (site_random(index, sweep) < thresholds[(spin * sum + 4) / 2]) mine[row * half_width + column] = -spin;
}

extern "C" __global__ void ising_checkerboard(signed char* black, signed char* white, int half_width, int height,
                                              unsigned sweep, const unsigned* thresholds, int is_black) {
    if (is_black)
        update<true>(black, white, half_width, height, sweep, thresholds);
    else
        update<false>(white, black, half_width, height, sweep, thresholds);
}
