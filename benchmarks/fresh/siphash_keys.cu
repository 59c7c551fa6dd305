// SipHash-2-4 of variable-length keys, as a keyed hash for a table.

typedef unsigned long long u64;

class SipState {
    u64 v0, v1, v2, v3;

    __device__ static u64 rotl(u64 x, int b) { return (x << b) | (x >> (64 - b)); }
    __device__ void round() {
        v0 += v1;
        v1 = rotl(v1, 13) ^ v0;
        v0 = rotl(v0, 32);
        v2 += v3;
        v3 = rotl(v3, 16) ^ v2;
        v0 += v3;
        v3 = rotl(v3, 21) ^ v0;
        v2 += v1;
        v1 = rotl(v1, 17) ^ v2;
        v2 = rotl(v2, 32);
    }

public:
    __device__ SipState(u64 k0, u64 k1)
        : v0(k0 ^ 0x736f6d6570736575ull), v1(k1 ^ 0x646f72616e646f6dull), v2(k0 ^ 0x6c7967656e657261ull),
          v3(k1 ^ 0x7465646279746573ull) {}
    __device__ void absorb(u64 word) {
        v3 ^= word;
        for (int i = 0; i < 2; i++) round();
        v0 ^= word;
    }
    __device__ u64 finish() {
        v2 ^= 0xff;
        for (int i = 0; i < 4; i++) round();
        return v0 ^ v1 ^ v2 ^ v3;
    }
};

extern "C" __global__ void siphash_keys(const unsigned char* keys, const int* starts, u64 k0, u64 k1, u64* hashes,
                                        int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned char* key = keys + starts[i];
    int length = starts[i + 1] - starts[i];
    SipState state(k0, k1);
    int at = 0;
    for (; at + 8 <= length; at += 8) {
        u64 word = 0;
        for (int b = 7; b >= 0; b--) word = word << 8 | key[at + b];
        state.absorb(word);
    }
    u64 last = (u64)(length & 255) << 56;
    switch (length - at) {
        case 7: last |= (u64)key[at + 6] << 48; [[fallthrough]];
        case 6: last |= (u64)key[at + 5] << 40; [[fallthrough]];
        case 5: last |= (u64)key[at + 4] << 32; [[fallthrough]];
        case 4: last |= (u64)key[at + 3] << 24; [[fallthrough]];
        case 3: last |= (u64)key[at + 2] << 16; [[fallthrough]];
        case 2: last |= (u64)key[at + 1] << 8; [[fallthrough]];
        case 1: last |= (u64)key[at];
    }
    state.absorb(last);
    hashes[i] = state.finish();
}
