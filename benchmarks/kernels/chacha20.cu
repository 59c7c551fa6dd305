// ChaCha20 stream cipher: every thread makes one 64-byte block of key stream in registers and applies it.

namespace {

struct Key {
    unsigned word[8];
    unsigned nonce[3];
};

__device__ __forceinline__ unsigned rotate_left(unsigned x, int by) { return __funnelshift_l(x, x, by); }

__device__ __forceinline__ void quarter_round(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b, d = rotate_left(d ^ a, 16);
    c += d, b = rotate_left(b ^ c, 12);
    a += b, d = rotate_left(d ^ a, 8);
    c += d, b = rotate_left(b ^ c, 7);
}

__device__ void key_stream(const Key& key, unsigned counter, unsigned (&out)[16]) {
    const unsigned start[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.word[0],  key.word[1],
                                key.word[2], key.word[3], key.word[4], key.word[5], key.word[6],  key.word[7],
                                counter,     key.nonce[0], key.nonce[1], key.nonce[2]};
#pragma unroll
    for (int i = 0; i < 16; ++i) out[i] = start[i];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
#pragma unroll
        for (int i = 0; i < 4; ++i) quarter_round(out[i], out[i + 4], out[i + 8], out[i + 12]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
            quarter_round(out[i], out[4 + (i + 1) % 4], out[8 + (i + 2) % 4], out[12 + (i + 3) % 4]);
    }
#pragma unroll
    for (int i = 0; i < 16; ++i) out[i] += start[i];
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    chacha20(const uint4* __restrict__ input, uint4* __restrict__ output, Key key, unsigned first_counter, int blocks) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= blocks) return;
    unsigned stream[16];
    key_stream(key, first_counter + at, stream);
    const size_t base = 4 * static_cast<size_t>(at);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const uint4 text = __ldg(input + base + i);
        output[base + i] = make_uint4(text.x ^ stream[4 * i], text.y ^ stream[4 * i + 1], text.z ^ stream[4 * i + 2],
                                      text.w ^ stream[4 * i + 3]);
    }
}
