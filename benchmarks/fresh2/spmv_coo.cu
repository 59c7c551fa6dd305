// Sparse matrix times vector from sorted triplets: a warp sums the runs of equal rows among its entries by shuffles and
// adds one number a run to the result.

extern "C" __global__ void spmv_coo(const int* rows, const int* columns, const float* values, int entries,
                                    const float* x, float* y, int per_warp) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    int begin = warp * per_warp;
    int end = min(begin + per_warp, entries);
    for (int base = begin; base < end; base += 32) {
        int i = base + lane;
        int row = i < end ? rows[i] : -1;
        float sum = i < end ? values[i] * x[columns[i]] : 0.0f;
#pragma unroll
        for (int delta = 1; delta < 32; delta <<= 1) {
            float other = __shfl_up_sync(0xffffffff, sum, delta);
            int other_row = __shfl_up_sync(0xffffffff, row, delta);
            if (lane >= delta && other_row == row) sum += other;
        }
        int next_row = __shfl_down_sync(0xffffffff, row, 1);
        if (row >= 0 && (lane == 31 || next_row != row)) atomicAdd(y + row, sum);
    }
}
