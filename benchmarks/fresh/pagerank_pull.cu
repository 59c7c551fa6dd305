// One PageRank iteration: every vertex sums what its in-neighbours send; the change of all ranks is summed for the
// convergence test.

template <int kThreads>
__device__ float block_sum(float value) {
    __shared__ float parts[kThreads / 32];
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < kThreads / 32 ? parts[threadIdx.x] : 0.0f;
        for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    }
    return value;
}

extern "C" __global__ void pagerank_pull(const int* row_start, const int* sources, const float* rank,
                                         const int* out_degree, float* next, float* change, int vertices,
                                         float damping) {
    float moved = 0.0f;
    for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < vertices; v += gridDim.x * blockDim.x) {
        float sum = 0.0f;
        for (int e = row_start[v]; e < row_start[v + 1]; e++) {
            int s = sources[e];
            sum += rank[s] / out_degree[s];
        }
        float fresh = (1.0f - damping) / vertices + damping * sum;
        moved += fabsf(fresh - rank[v]);
        next[v] = fresh;
    }
    moved = block_sum<256>(moved);
    if (threadIdx.x == 0) atomicAdd(change, moved);
}
