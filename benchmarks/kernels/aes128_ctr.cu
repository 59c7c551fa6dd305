// AES-128 in counter mode with a lookup table in shared memory. The block computes the S-box itself (inverse in
// GF(2^8), then the affine map), so the kernel needs no tables from outside.

namespace {

constexpr int kRounds = 10;

struct Block128 {
    unsigned w[4];
};

__device__ unsigned gf_double(unsigned a) { return ((a << 1) ^ ((a >> 7) * 0x11bu)) & 0xffu; }

__device__ unsigned gf_multiply(unsigned a, unsigned b) {
    unsigned product = 0;
    for (int bit = 0; bit < 8; ++bit) {
        product ^= (b >> bit & 1) ? a : 0u;
        a = gf_double(a);
    }
    return product;
}

// a^254 is the inverse, and 0 for 0.
__device__ __noinline__ unsigned gf_inverse(unsigned a) {
    unsigned result = 1, power = a;
    for (int bit = 1; bit < 8; ++bit) {
        power = gf_multiply(power, power);
        result = gf_multiply(result, power);
    }
    return result;
}

__device__ unsigned substitute(unsigned x) {
    const unsigned inverse = gf_inverse(x);
    const unsigned twice = inverse * 0x0101u;
    return (inverse ^ (twice >> 7) ^ (twice >> 6) ^ (twice >> 5) ^ (twice >> 4) ^ 0x63u) & 0xffu;
}

// Column (2s, s, s, 3s) in little-endian byte order.
__device__ unsigned table_entry(unsigned s) {
    const unsigned twice = gf_double(s);
    return twice | s << 8 | s << 16 | (twice ^ s) << 24;
}

__device__ __forceinline__ unsigned rotate(unsigned x, int bytes) { return __funnelshift_l(x, x, 8 * bytes); }

__device__ __forceinline__ unsigned byte_of(unsigned x, int i) { return __byte_perm(x, 0, 0x4440 + i); }

__device__ __forceinline__ Block128 round_of(const Block128& s, const unsigned* table, const unsigned* key) {
    Block128 out;
#pragma unroll
    for (int c = 0; c < 4; ++c)
        out.w[c] = key[c] ^ table[byte_of(s.w[c], 0)] ^ rotate(table[byte_of(s.w[(c + 1) & 3], 1)], 1) ^
                   rotate(table[byte_of(s.w[(c + 2) & 3], 2)], 2) ^ rotate(table[byte_of(s.w[(c + 3) & 3], 3)], 3);
    return out;
}

// The second byte of an entry is the plain substitution.
__device__ __forceinline__ unsigned plain(const unsigned* table, unsigned x) { return table[x] >> 8 & 0xffu; }

__device__ Block128 encrypt(Block128 s, const unsigned* table, const unsigned* keys) {
#pragma unroll
    for (int c = 0; c < 4; ++c) s.w[c] ^= keys[c];
#pragma unroll
    for (int round = 1; round < kRounds; ++round) s = round_of(s, table, keys + 4 * round);
    Block128 out;
#pragma unroll
    for (int c = 0; c < 4; ++c)
        out.w[c] = keys[4 * kRounds + c] ^
                   (plain(table, byte_of(s.w[c], 0)) | plain(table, byte_of(s.w[(c + 1) & 3], 1)) << 8 |
                    plain(table, byte_of(s.w[(c + 2) & 3], 2)) << 16 | plain(table, byte_of(s.w[(c + 3) & 3], 3)) << 24);
    return out;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    aes128_ctr(const uint4* __restrict__ plain_text, uint4* __restrict__ cipher_text, const unsigned* __restrict__ keys,
               uint2 nonce, unsigned long long count) {
    __shared__ unsigned table[256];
    __shared__ unsigned round_keys[4 * (kRounds + 1)];
    table[threadIdx.x] = table_entry(substitute(threadIdx.x));
    if (threadIdx.x < 4 * (kRounds + 1)) round_keys[threadIdx.x] = keys[threadIdx.x];
    __syncthreads();

    const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
    for (unsigned long long i = static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        // The counter is the big-endian second half of the block.
        const Block128 counter{{nonce.x, nonce.y, __byte_perm(static_cast<unsigned>(i >> 32), 0, 0x0123),
                                __byte_perm(static_cast<unsigned>(i), 0, 0x0123)}};
        const Block128 stream = encrypt(counter, table, round_keys);
        const uint4 text = plain_text[i];
        cipher_text[i] = make_uint4(text.x ^ stream.w[0], text.y ^ stream.w[1], text.z ^ stream.w[2],
                                    text.w ^ stream.w[3]);
    }
}
