// CRC-32 of many packets by the slice-by-four method, the tables built in shared memory by each block.

extern "C" __global__ void crc32_slices(const unsigned* words, const int* lengths, int words_each, unsigned* sums,
                                        int packets) {
    __shared__ unsigned table[4][256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[0][i] = c;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned c = table[0][i];
        for (int t = 1; t < 4; t++) {
            c = table[0][c & 255] ^ (c >> 8);
            table[t][i] = c;
        }
    }
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= packets) return;
    const unsigned* mine = words + (size_t)p * words_each;
    int length = lengths[p];
    unsigned crc = 0xffffffffu;
    int i = 0;
    for (; i + 4 <= length; i += 4) {
        crc ^= mine[i / 4];
        crc = table[3][crc & 255] ^ table[2][crc >> 8 & 255] ^ table[1][crc >> 16 & 255] ^ table[0][crc >> 24];
    }
    const unsigned char* bytes = (const unsigned char*)mine;
    for (; i < length; i++) crc = table[0][(crc ^ bytes[i]) & 255] ^ (crc >> 8);
    sums[p] = ~crc;
}
