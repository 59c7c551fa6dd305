// Triangles of a graph: for every edge of an oriented, sorted adjacency the common neighbours of its ends, by merging.

extern "C" __global__ void triangle_count(const int* row_start, const int* neighbours, const int2* edges,
                                          int edge_count, unsigned long long* total, int* per_edge) {
    __shared__ unsigned long long block_total;
    if (threadIdx.x == 0) block_total = 0;
    __syncthreads();
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edge_count) {
        int u = edges[e].x, v = edges[e].y;
        int i = row_start[u], i_end = row_start[u + 1];
        int j = row_start[v], j_end = row_start[v + 1];
        int common = 0;
        while (i < i_end && j < j_end) {
            int a = neighbours[i], b = neighbours[j];
            if (a == b) {
                common++;
                i++;
                j++;
            } else if (a < b) {
                i++;
            } else {
                j++;
            }
        }
        per_edge[e] = common;
        if (common) atomicAdd(&block_total, (unsigned long long)common);
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, block_total);
}
