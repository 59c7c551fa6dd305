// Blocked all-pairs shortest paths: the phase that updates every tile from the pivot row and column, with next hops.

const int kTile = 32;

extern "C" __global__ void floyd_tile(int* distance, int* hop, int n, int pivot) {
    __shared__ int row_tile[kTile][kTile];
    __shared__ int column_tile[kTile][kTile];
    __shared__ int column_hop[kTile][kTile];
    int bx = blockIdx.x, by = blockIdx.y;
    if (bx == pivot || by == pivot) return;
    int tx = threadIdx.x, x = bx * kTile + tx;
    for (int ty = threadIdx.y; ty < kTile; ty += blockDim.y) {
        row_tile[ty][tx] = distance[(pivot * kTile + ty) * n + x];
        column_tile[ty][tx] = distance[(by * kTile + ty) * n + pivot * kTile + tx];
        column_hop[ty][tx] = hop[(by * kTile + ty) * n + pivot * kTile + tx];
    }
    __syncthreads();
    for (int ty = threadIdx.y; ty < kTile; ty += blockDim.y) {
        int y = by * kTile + ty;
        int best = distance[y * n + x], way = hop[y * n + x];
        for (int k = 0; k < kTile; k++) {
            int through = column_tile[ty][k] + row_tile[k][tx];
            if (through < best) {
                best = through;
                way = column_hop[ty][k];
            }
        }
        distance[y * n + x] = best;
        hop[y * n + x] = way;
    }
}
