// Autocorrelation of many series at the first lags: a block a series, which lies in shared memory, a lag a thread.

extern "C" __global__ void autocorrelation(const float* series, int length, int lags, float* correlation) {
    extern __shared__ float values[];
    __shared__ float sums[32];
    const float* mine = series + (size_t)blockIdx.x * length;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        values[i] = mine[i];
        sum += mine[i];
    }
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    float mean = 0.0f;
    for (int w = 0; w < blockDim.x / 32; w++) mean += sums[w];
    mean /= length;
    for (int lag = threadIdx.x; lag < lags; lag += blockDim.x) {
        float product = 0.0f, variance = 0.0f;
        for (int i = 0; i < length; i++) {
            float here = values[i] - mean;
            variance += here * here;
            if (i + lag < length) product += here * (values[i + lag] - mean);
        }
        correlation[(size_t)blockIdx.x * lags + lag] = variance > 0.0f ? product / variance : 0.0f;
    }
}
