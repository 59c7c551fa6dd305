// MurmurHash3 (32 bit) of strings of any length and alignment, with the switch for the tail bytes.

namespace {

__device__ __forceinline__ unsigned rotate_left(unsigned x, int by) { return __funnelshift_l(x, x, by); }

__device__ __forceinline__ unsigned mix_word(unsigned k) {
    k *= 0xcc9e2d51u;
    k = rotate_left(k, 15);
    return k * 0x1b873593u;
}

__device__ __forceinline__ unsigned finish(unsigned h) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ (h >> 16);
}

// A word at any address, put together from the two aligned words around it.
__device__ __forceinline__ unsigned load_unaligned(const unsigned char* from) {
    const size_t address = reinterpret_cast<size_t>(from);
    const unsigned* words = reinterpret_cast<const unsigned*>(address & ~static_cast<size_t>(3));
    const unsigned shift = static_cast<unsigned>(address & 3) * 8;
    const unsigned low = words[0];
    return shift == 0 ? low : __funnelshift_r(low, words[1], shift);
}

__device__ unsigned tail_word(const unsigned char* tail, int length) {
    unsigned k = 0;
    switch (length) {
        case 3:
            k ^= static_cast<unsigned>(tail[2]) << 16;
            [[fallthrough]];
        case 2:
            k ^= static_cast<unsigned>(tail[1]) << 8;
            [[fallthrough]];
        case 1:
            k ^= tail[0];
            break;
        default:
            break;
    }
    return k;
}

__device__ unsigned murmur3(const unsigned char* text, int length, unsigned seed) {
    unsigned h = seed;
    int at = 0;
    for (; at + 4 <= length; at += 4) {
        h ^= mix_word(load_unaligned(text + at));
        h = rotate_left(h, 13) * 5 + 0xe6546b64u;
    }
    if (at < length) h ^= mix_word(tail_word(text + at, length - at));
    return finish(h ^ static_cast<unsigned>(length));
}

}  // namespace

extern "C" __global__ void murmur3_strings(const unsigned char* __restrict__ text, const long long* __restrict__ offsets,
                                           unsigned* __restrict__ hashes, int count, unsigned seed) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const long long begin = offsets[i];
        hashes[i] = murmur3(text + begin, static_cast<int>(offsets[i + 1] - begin), seed);
    }
}
