// Double SHA-256 of an 80-byte header for many nonces, message schedule in a rolling window of sixteen words.

namespace {

__constant__ unsigned kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

struct Digest {
    unsigned word[8];
};

struct Header {
    unsigned word[19];  // big-endian words before the nonce
};

__device__ __forceinline__ unsigned rotate(unsigned x, int by) { return __funnelshift_r(x, x, by); }
__device__ __forceinline__ unsigned choose(unsigned e, unsigned f, unsigned g) { return (e & f) ^ (~e & g); }
__device__ __forceinline__ unsigned majority(unsigned a, unsigned b, unsigned c) {
    return (a & b) ^ (a & c) ^ (b & c);
}
__device__ __forceinline__ unsigned big0(unsigned x) { return rotate(x, 2) ^ rotate(x, 13) ^ rotate(x, 22); }
__device__ __forceinline__ unsigned big1(unsigned x) { return rotate(x, 6) ^ rotate(x, 11) ^ rotate(x, 25); }
__device__ __forceinline__ unsigned small0(unsigned x) { return rotate(x, 7) ^ rotate(x, 18) ^ (x >> 3); }
__device__ __forceinline__ unsigned small1(unsigned x) { return rotate(x, 17) ^ rotate(x, 19) ^ (x >> 10); }

__device__ Digest initial() {
    return {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

__device__ void compress(Digest& digest, unsigned (&w)[16]) {
    unsigned a = digest.word[0], b = digest.word[1], c = digest.word[2], d = digest.word[3];
    unsigned e = digest.word[4], f = digest.word[5], g = digest.word[6], h = digest.word[7];
#pragma unroll
    for (int round = 0; round < 64; ++round) {
        if (round >= 16)
            w[round & 15] += small0(w[(round + 1) & 15]) + w[(round + 9) & 15] + small1(w[(round + 14) & 15]);
        const unsigned t1 = h + big1(e) + choose(e, f, g) + kRound[round] + w[round & 15];
        const unsigned t2 = big0(a) + majority(a, b, c);
        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + t2;
    }
    digest.word[0] += a, digest.word[1] += b, digest.word[2] += c, digest.word[3] += d;
    digest.word[4] += e, digest.word[5] += f, digest.word[6] += g, digest.word[7] += h;
}

__device__ Digest hash_header(const Header& header, unsigned nonce) {
    Digest digest = initial();
    unsigned w[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) w[i] = header.word[i];
    compress(digest, w);
#pragma unroll
    for (int i = 0; i < 16; ++i) w[i] = 0;
    w[0] = header.word[16], w[1] = header.word[17], w[2] = header.word[18];
    w[3] = __byte_perm(nonce, 0, 0x0123);
    w[4] = 0x80000000u;
    w[15] = 80 * 8;
    compress(digest, w);
    return digest;
}

__device__ Digest hash_digest(const Digest& inner) {
    Digest digest = initial();
    unsigned w[16] = {};
#pragma unroll
    for (int i = 0; i < 8; ++i) w[i] = inner.word[i];
    w[8] = 0x80000000u;
    w[15] = 32 * 8;
    compress(digest, w);
    return digest;
}

}  // namespace

extern "C" __global__ void sha256_nonces(Header header, unsigned first_nonce, uint2* __restrict__ heads,
                                         unsigned count) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) return;
    const Digest digest = hash_digest(hash_header(header, first_nonce + at));
    heads[at] = make_uint2(digest.word[0], digest.word[7]);
}
