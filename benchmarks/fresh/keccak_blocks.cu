// SHA3-256 of 64-byte messages, one a thread: Keccak-f[1600] written as its five steps.

__constant__ unsigned long long kRound[24] = {
    0x0000000000000001ull, 0x0000000000008082ull, 0x800000000000808aull, 0x8000000080008000ull, 0x000000000000808bull,
    0x0000000080000001ull, 0x8000000080008081ull, 0x8000000000008009ull, 0x000000000000008aull, 0x0000000000000088ull,
    0x0000000080008009ull, 0x000000008000000aull, 0x000000008000808bull, 0x800000000000008bull, 0x8000000000008089ull,
    0x8000000000008003ull, 0x8000000000008002ull, 0x8000000000000080ull, 0x000000000000800aull, 0x800000008000000aull,
    0x8000000080008081ull, 0x8000000000008080ull, 0x0000000080000001ull, 0x8000000080008008ull};

__device__ unsigned long long rotl64(unsigned long long x, int n) { return n ? (x << n) | (x >> (64 - n)) : x; }

__device__ void keccak_f(unsigned long long (&a)[25]) {
    const int rotations[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
    const int lanes[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};
    for (int round = 0; round < 24; round++) {
        unsigned long long c[5];
#pragma unroll
        for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
        for (int x = 0; x < 5; x++) {
            unsigned long long d = c[(x + 4) % 5] ^ rotl64(c[(x + 1) % 5], 1);
#pragma unroll
            for (int y = 0; y < 25; y += 5) a[y + x] ^= d;
        }
        unsigned long long moving = a[1];
#pragma unroll
        for (int i = 0; i < 24; i++) {
            unsigned long long kept = a[lanes[i]];
            a[lanes[i]] = rotl64(moving, rotations[i]);
            moving = kept;
        }
#pragma unroll
        for (int y = 0; y < 25; y += 5) {
            unsigned long long row[5];
#pragma unroll
            for (int x = 0; x < 5; x++) row[x] = a[y + x];
#pragma unroll
            for (int x = 0; x < 5; x++) a[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
        }
        a[0] ^= kRound[round];
    }
}

extern "C" __global__ void keccak_blocks(const unsigned long long* messages, unsigned long long* digests, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned long long a[25] = {};
    for (int k = 0; k < 8; k++) a[k] = messages[(size_t)i * 8 + k];
    a[8] ^= 0x06;
    a[16] ^= 0x8000000000000000ull;
    keccak_f(a);
    for (int k = 0; k < 4; k++) digests[(size_t)i * 4 + k] = a[k];
}
