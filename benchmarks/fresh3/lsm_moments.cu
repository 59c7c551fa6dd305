// Moments for an American option by regression: over paths in the money, products of four basis functions of the
// price and their products with the discounted later payoff. Every block adds its sums to the total.

#define BASIS 4
#define SUMS (BASIS * (BASIS + 1) / 2 + BASIS + 1)

__device__ void laguerre(double x, double* basis) {
    double damping = exp(-0.5 * x);
    basis[0] = damping;
    basis[1] = damping * (1.0 - x);
    basis[2] = damping * (1.0 - 2.0 * x + 0.5 * x * x);
    basis[3] = damping * (1.0 - 3.0 * x + 1.5 * x * x - x * x * x / 6.0);
}

extern "C" __global__ void lsm_moments(const float* prices, const float* payoffs, const unsigned char* exercise_step,
                                       int paths, int step, double strike, double log_discount, double* totals) {
    __shared__ double partial[32][SUMS];
    double sums[SUMS];
    for (int s = 0; s < SUMS; s++) sums[s] = 0.0;
    int stride = gridDim.x * blockDim.x;
    for (int path = blockIdx.x * blockDim.x + threadIdx.x; path < paths; path += stride) {
        double price = prices[path];
        if (price >= strike) continue;
        double later = payoffs[path] * exp(log_discount * (exercise_step[path] - step));
        double basis[BASIS];
        laguerre(price / strike, basis);
        int at = 0;
        for (int i = 0; i < BASIS; i++)
            for (int j = i; j < BASIS; j++) sums[at++] += basis[i] * basis[j];
        for (int i = 0; i < BASIS; i++) sums[at++] += basis[i] * later;
        sums[at] += 1.0;
    }
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int s = 0; s < SUMS; s++) {
        double value = sums[s];
        for (int delta = 16; delta > 0; delta >>= 1) value += __shfl_xor_sync(0xffffffff, value, delta);
        if (lane == 0) partial[warp][s] = value;
    }
    __syncthreads();
    if (threadIdx.x < SUMS) {
        double value = 0.0;
        for (int w = 0; w < blockDim.x / 32; w++) value += partial[w][threadIdx.x];
        atomicAdd(&totals[threadIdx.x], value);
    }
}
