// Poly1305 tags of packets, each with its own key: arithmetic modulo 2^130 - 5 in five limbs of 26 bits.

#include <stdint.h>

struct Limbs {
    uint32_t v[5];
};

__device__ uint32_t load32(const uint8_t* p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

__device__ void add_block(Limbs& h, const uint8_t* block, uint32_t top) {
    h.v[0] += load32(block) & 0x3ffffff;
    h.v[1] += (load32(block + 3) >> 2) & 0x3ffffff;
    h.v[2] += (load32(block + 6) >> 4) & 0x3ffffff;
    h.v[3] += (load32(block + 9) >> 6) & 0x3ffffff;
    h.v[4] += (load32(block + 12) >> 8) | top << 24;
}

__device__ void multiply(Limbs& h, const Limbs& r) {
    uint64_t d[5];
    for (int i = 0; i < 5; i++) {
        d[i] = 0;
        for (int j = 0; j < 5; j++) {
            uint64_t factor = j <= i ? r.v[i - j] : 5ull * r.v[5 + i - j];
            d[i] += (uint64_t)h.v[j] * factor;
        }
    }
    uint64_t carry = 0;
    for (int i = 0; i < 5; i++) {
        d[i] += carry;
        carry = d[i] >> 26;
        h.v[i] = (uint32_t)d[i] & 0x3ffffff;
    }
    h.v[0] += (uint32_t)carry * 5;
    h.v[1] += h.v[0] >> 26;
    h.v[0] &= 0x3ffffff;
}

__device__ void finish(Limbs& h, const uint8_t* pad, uint32_t tag[4]) {
    uint32_t carry = 0;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 5; i++) {
            h.v[i] += carry;
            carry = h.v[i] >> 26;
            h.v[i] &= 0x3ffffff;
        }
        carry *= 5;
    }
    h.v[0] += carry;
    Limbs g;
    carry = 5;
    for (int i = 0; i < 5; i++) {
        g.v[i] = h.v[i] + carry;
        carry = g.v[i] >> 26;
        g.v[i] &= 0x3ffffff;
    }
    const Limbs& best = carry ? g : h;
    uint32_t words[4] = {best.v[0] | best.v[1] << 26, best.v[1] >> 6 | best.v[2] << 20,
                         best.v[2] >> 12 | best.v[3] << 14, best.v[3] >> 18 | best.v[4] << 8};
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += (uint64_t)words[i] + load32(pad + 4 * i);
        tag[i] = (uint32_t)sum;
        sum >>= 32;
    }
}

extern "C" __global__ void poly1305_tags(const uint8_t* packets, const int* lengths, int count, int stride,
                                         const uint8_t* keys, uint32_t* tags) {
    int packet = blockIdx.x * blockDim.x + threadIdx.x;
    if (packet >= count) return;
    const uint8_t* key = keys + 32 * packet;
    Limbs r = {{load32(key) & 0x3ffffff, (load32(key + 3) >> 2) & 0x3ffff03, (load32(key + 6) >> 4) & 0x3ffc0ff,
                (load32(key + 9) >> 6) & 0x3f03fff, (load32(key + 12) >> 8) & 0x00fffff}};
    Limbs h = {{0, 0, 0, 0, 0}};
    const uint8_t* data = packets + (size_t)packet * stride;
    int left = lengths[packet];
    for (; left >= 16; left -= 16, data += 16) {
        add_block(h, data, 1);
        multiply(h, r);
    }
    if (left > 0) {
        uint8_t last[16];
        for (int i = 0; i < 16; i++) last[i] = i < left ? data[i] : (i == left);
        add_block(h, last, 0);
        multiply(h, r);
    }
    uint32_t tag[4];
    finish(h, key + 16, tag);
    for (int i = 0; i < 4; i++) tags[4 * packet + i] = tag[i];
}
