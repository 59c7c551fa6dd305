// Sobol points in several dimensions by direction numbers and Gray codes, used for an integral at once: a thread skips
// to its start and takes every n-th point.

const int kDimensions = 8;

extern "C" __global__ void sobol_payoffs(const unsigned* directions, unsigned points, float* sums) {
    __shared__ unsigned local[kDimensions * 32];
    for (int i = threadIdx.x; i < kDimensions * 32; i += blockDim.x) local[i] = directions[i];
    __syncthreads();
    unsigned threads = gridDim.x * blockDim.x;
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned per_thread = points / threads;
    unsigned index = thread * per_thread;
    unsigned state[kDimensions];
    for (int d = 0; d < kDimensions; d++) {
        state[d] = 0;
        unsigned gray = index ^ (index >> 1);
        for (int bit = 0; gray; bit++, gray >>= 1)
            if (gray & 1) state[d] ^= local[d * 32 + bit];
    }
    float sum = 0.0f;
    for (unsigned k = 0; k < per_thread; k++) {
        float product = 1.0f;
        for (int d = 0; d < kDimensions; d++) {
            float x = state[d] * 2.3283064e-10f;
            product *= 1.0f + 0.3f * (x - 0.5f);
        }
        sum += product;
        int bit = __ffs(~(index + k)) - 1;
        for (int d = 0; d < kDimensions; d++) state[d] ^= local[d * 32 + bit];
    }
    sums[thread] = sum;
}
