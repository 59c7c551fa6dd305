// A joint histogram of two pictures for registration by mutual information: 32 by 32 bins a block in shared memory.

extern "C" __global__ void histogram_joint(const unsigned char* first, const unsigned char* second, unsigned pixels,
                                           unsigned* bins) {
    __shared__ unsigned local[32 * 32];
    for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) local[i] = 0;
    __syncthreads();
    const uchar4* a4 = (const uchar4*)first;
    const uchar4* b4 = (const uchar4*)second;
    unsigned step = blockDim.x * gridDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels / 4; i += step) {
        uchar4 a = a4[i], b = b4[i];
        atomicAdd(&local[(a.x >> 3) * 32 + (b.x >> 3)], 1u);
        atomicAdd(&local[(a.y >> 3) * 32 + (b.y >> 3)], 1u);
        atomicAdd(&local[(a.z >> 3) * 32 + (b.z >> 3)], 1u);
        atomicAdd(&local[(a.w >> 3) * 32 + (b.w >> 3)], 1u);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x)
        if (local[i]) atomicAdd(&bins[i], local[i]);
}
