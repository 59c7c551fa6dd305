// Distances between all pairs of binary descriptors of 256 bits: a tile of each side in shared memory, popcounts.

struct Descriptor {
    unsigned long long word[4];
};

extern "C" __global__ void hamming_matrix(const Descriptor* left, int left_count, const Descriptor* right,
                                          int right_count, unsigned short* distances) {
    __shared__ Descriptor a[16], b[16];
    int tid = threadIdx.y * 16 + threadIdx.x;
    if (tid < 16 && blockIdx.y * 16 + tid < left_count) a[tid] = left[blockIdx.y * 16 + tid];
    if (tid >= 32 && tid < 48 && blockIdx.x * 16 + tid - 32 < right_count)
        b[tid - 32] = right[blockIdx.x * 16 + tid - 32];
    __syncthreads();
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row >= left_count || column >= right_count) return;
    int bits = 0;
    for (int w = 0; w < 4; w++) bits += __popcll(a[threadIdx.y].word[w] ^ b[threadIdx.x].word[w]);
    distances[(size_t)row * right_count + column] = (unsigned short)bits;
}
