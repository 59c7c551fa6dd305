// Blake2s compressions of chained blocks, the permutation of words as a table in constant memory.

__constant__ unsigned char kOrder[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

__constant__ unsigned kStart[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

__device__ __forceinline__ unsigned turn(unsigned x, unsigned by) { return (x >> by) | (x << (32 - by)); }

__device__ __forceinline__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d, unsigned x, unsigned y) {
    a += b + x;
    d = turn(d ^ a, 16);
    c += d;
    b = turn(b ^ c, 12);
    a += b + y;
    d = turn(d ^ a, 8);
    c += d;
    b = turn(b ^ c, 7);
}

extern "C" __global__ void blake2s_blocks(const unsigned* messages, int chains, int blocks, unsigned* digests) {
    int chain = blockIdx.x * blockDim.x + threadIdx.x;
    if (chain >= chains) return;
    unsigned h[8], m[16], v[16];
    for (int i = 0; i < 8; i++) h[i] = kStart[i];
    h[0] ^= 0x01010020u;
    for (int block = 0; block < blocks; block++) {
        for (int i = 0; i < 16; i++) m[i] = messages[((size_t)block * 16 + i) * chains + chain];
        for (int i = 0; i < 8; i++) {
            v[i] = h[i];
            v[i + 8] = kStart[i];
        }
        v[12] ^= 64 * (block + 1);
        if (block == blocks - 1) v[14] = ~v[14];
        for (int round = 0; round < 10; round++) {
            const unsigned char* s = kOrder[round];
            quarter(v[0], v[4], v[8], v[12], m[s[0]], m[s[1]]);
            quarter(v[1], v[5], v[9], v[13], m[s[2]], m[s[3]]);
            quarter(v[2], v[6], v[10], v[14], m[s[4]], m[s[5]]);
            quarter(v[3], v[7], v[11], v[15], m[s[6]], m[s[7]]);
            quarter(v[0], v[5], v[10], v[15], m[s[8]], m[s[9]]);
            quarter(v[1], v[6], v[11], v[12], m[s[10]], m[s[11]]);
            quarter(v[2], v[7], v[8], v[13], m[s[12]], m[s[13]]);
            quarter(v[3], v[4], v[9], v[14], m[s[14]], m[s[15]]);
        }
        for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
    }
    for (int i = 0; i < 8; i++) digests[i * chains + chain] = h[i];
}
