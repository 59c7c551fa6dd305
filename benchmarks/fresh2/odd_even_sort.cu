// Batcher's odd-even merge sort of 512 keys with their places in shared memory, a block a list, one compare a thread
// and step.

extern "C" __global__ void odd_even_sort(const float* lists, float* sorted, unsigned short* places) {
    const int n = 512;
    __shared__ float keys[n];
    __shared__ unsigned short from[n];
    size_t base = (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        keys[i] = lists[base + i];
        from[i] = (unsigned short)i;
    }
    for (int size = 2; size <= n; size <<= 1) {
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int t = threadIdx.x;
            int at = 2 * t - (t & (stride - 1));
            bool is_active = true;
            if (stride != size / 2) {
                int inside = t & (size / 2 - 1);
                is_active = inside >= stride;
                at -= stride;
            }
            if (is_active && keys[at] > keys[at + stride]) {
                float k = keys[at];
                keys[at] = keys[at + stride];
                keys[at + stride] = k;
                unsigned short f = from[at];
                from[at] = from[at + stride];
                from[at + stride] = f;
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sorted[base + i] = keys[i];
        places[base + i] = from[i];
    }
}
