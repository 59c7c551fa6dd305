// Asks a Bloom filter for many keys: seven places by double hashing, out at the first bit that is missing.

__device__ unsigned long long mix(unsigned long long x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

extern "C" __global__ void bloom_query(const unsigned long long* keys, int count, const unsigned* filter,
                                       unsigned long long bits, int hashes, unsigned char* maybe) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned long long h = mix(keys[i]);
    unsigned long long h1 = h & 0xffffffffull, h2 = h >> 32 | 1;
    bool found = true;
    for (int k = 0; k < hashes; k++) {
        unsigned long long bit = (h1 + k * h2) % bits;
        if (!(filter[bit / 32] >> (bit % 32) & 1)) {
            found = false;
            break;
        }
    }
    maybe[i] = found;
}
