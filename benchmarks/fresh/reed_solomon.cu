// Parity of an erasure code: four parity shards from ten data shards over GF(256), four bytes a thread at a time.

__device__ unsigned char gf_multiply(unsigned char a, unsigned char b, const unsigned char* log_table,
                                     const unsigned char* exp_table) {
    if (a == 0 || b == 0) return 0;
    return exp_table[log_table[a] + log_table[b]];
}

extern "C" __global__ void reed_solomon(const uchar4* data, const unsigned char* matrix, const unsigned char* tables,
                                        uchar4* parity, int words) {
    const int data_shards = 10, parity_shards = 4;
    __shared__ unsigned char log_table[256];
    __shared__ unsigned char exp_table[512];
    for (int i = threadIdx.x; i < 768; i += blockDim.x) {
        if (i < 256)
            log_table[i] = tables[i];
        else
            exp_table[i - 256] = tables[i];
    }
    __syncthreads();
    for (int w = blockIdx.x * blockDim.x + threadIdx.x; w < words; w += gridDim.x * blockDim.x) {
        for (int p = 0; p < parity_shards; p++) {
            uchar4 sum = make_uchar4(0, 0, 0, 0);
            for (int d = 0; d < data_shards; d++) {
                uchar4 v = data[d * words + w];
                unsigned char m = matrix[p * data_shards + d];
                sum.x ^= gf_multiply(v.x, m, log_table, exp_table);
                sum.y ^= gf_multiply(v.y, m, log_table, exp_table);
                sum.z ^= gf_multiply(v.z, m, log_table, exp_table);
                sum.w ^= gf_multiply(v.w, m, log_table, exp_table);
            }
            parity[p * words + w] = sum;
        }
    }
}
