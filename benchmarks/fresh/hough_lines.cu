// Votes of edge pixels for lines: every block gathers one angle's votes in shared memory.

extern "C" __global__ void hough_lines(const short2* edges, int edge_count, int* accumulator, int angles, int bins,
                                       float bin_size) {
    extern __shared__ int votes[];
    int angle = blockIdx.x;
    for (int i = threadIdx.x; i < bins; i += blockDim.x) votes[i] = 0;
    __syncthreads();
    float s, c;
    sincosf(3.14159265f * angle / angles, &s, &c);
    for (int i = threadIdx.x; i < edge_count; i += blockDim.x) {
        short2 e = edges[i];
        int bin = __float2int_rn((e.x * c + e.y * s) / bin_size) + bins / 2;
        if (bin >= 0 && bin < bins) atomicAdd(&votes[bin], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < bins; i += blockDim.x) accumulator[angle * bins + i] = votes[i];
}
