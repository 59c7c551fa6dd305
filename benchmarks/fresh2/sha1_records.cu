// SHA-1 of records of one to three blocks of 64 bytes, padded already, a record a thread.

__device__ unsigned left(unsigned x, int by) { return __funnelshift_l(x, x, by); }

__device__ unsigned big_endian(unsigned x) { return __byte_perm(x, 0, 0x0123); }

extern "C" __global__ void sha1_records(const unsigned* words, const int* first_block, int records, unsigned* digests) {
    int record = blockIdx.x * blockDim.x + threadIdx.x;
    if (record >= records) return;
    unsigned h[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
    for (int block = first_block[record]; block < first_block[record + 1]; block++) {
        unsigned w[16];
        for (int i = 0; i < 16; i++) w[i] = big_endian(words[block * 16 + i]);
        unsigned a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 80; i++) {
            if (i >= 16) w[i & 15] = left(w[(i + 13) & 15] ^ w[(i + 8) & 15] ^ w[(i + 2) & 15] ^ w[i & 15], 1);
            unsigned f, k;
            if (i < 20) {
                f = (b & c) | (~b & d);
                k = 0x5a827999u;
            } else if (i < 40) {
                f = b ^ c ^ d;
                k = 0x6ed9eba1u;
            } else if (i < 60) {
                f = (b & c) | (b & d) | (c & d);
                k = 0x8f1bbcdcu;
            } else {
                f = b ^ c ^ d;
                k = 0xca62c1d6u;
            }
            unsigned t = left(a, 5) + f + e + k + w[i & 15];
            e = d;
            d = c;
            c = left(b, 30);
            b = a;
            a = t;
        }
        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
        h[4] += e;
    }
    for (int i = 0; i < 5; i++) digests[i * records + record] = h[i];
}
