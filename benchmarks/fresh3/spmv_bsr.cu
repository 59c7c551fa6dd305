// A sparse matrix of 4 by 4 blocks times a vector: sixteen lanes a row of blocks, one for each element of a block;
// four lanes of a row add up at the end. y = alpha A x + beta y.

extern "C" __global__ void spmv_bsr(const int* __restrict__ row_starts, const int* __restrict__ block_columns,
                                    const float* __restrict__ blocks, const float* __restrict__ x, int block_rows,
                                    float alpha, float beta, float* __restrict__ y) {
    const unsigned full = 0xffffffffu;
    int lane = threadIdx.x % 16;
    int block_row = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
    int row = lane / 4, column = lane % 4;
    float sum = 0.0f;
    if (block_row < block_rows) {
        int end = row_starts[block_row + 1];
        for (int b = row_starts[block_row]; b < end; b++)
            sum += blocks[16 * b + lane] * x[4 * block_columns[b] + column];
    }
    sum += __shfl_xor_sync(full, sum, 1, 4);
    sum += __shfl_xor_sync(full, sum, 2, 4);
    if (column == 0 && block_row < block_rows) {
        int at = 4 * block_row + row;
        y[at] = beta == 0.0f ? alpha * sum : alpha * sum + beta * y[at];
    }
}
