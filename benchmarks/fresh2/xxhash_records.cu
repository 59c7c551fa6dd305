// Hashes of records of different length in the style of XXH32: four lanes of 16 bytes, then words, then bytes.

const unsigned kPrime1 = 2654435761u, kPrime2 = 2246822519u, kPrime3 = 3266489917u, kPrime4 = 668265263u,
               kPrime5 = 374761393u;

__device__ unsigned rotate(unsigned x, int by) { return (x << by) | (x >> (32 - by)); }

__device__ unsigned load_word(const unsigned char* p) {
    return p[0] | (unsigned)p[1] << 8 | (unsigned)p[2] << 16 | (unsigned)p[3] << 24;
}

extern "C" __global__ void xxhash_records(const unsigned char* data, const unsigned* offsets, int records,
                                          unsigned seed, unsigned* hashes) {
    int record = blockIdx.x * blockDim.x + threadIdx.x;
    if (record >= records) return;
    const unsigned char* p = data + offsets[record];
    const unsigned char* end = data + offsets[record + 1];
    unsigned length = end - p;
    unsigned h;
    if (length >= 16) {
        unsigned lane[4] = {seed + kPrime1 + kPrime2, seed + kPrime2, seed, seed - kPrime1};
        do {
            for (int i = 0; i < 4; i++) {
                lane[i] = rotate(lane[i] + load_word(p) * kPrime2, 13) * kPrime1;
                p += 4;
            }
        } while (p + 16 <= end);
        h = rotate(lane[0], 1) + rotate(lane[1], 7) + rotate(lane[2], 12) + rotate(lane[3], 18);
    } else {
        h = seed + kPrime5;
    }
    h += length;
    for (; p + 4 <= end; p += 4) h = rotate(h + load_word(p) * kPrime3, 17) * kPrime4;
    for (; p < end; p++) h = rotate(h + *p * kPrime5, 11) * kPrime1;
    h ^= h >> 15;
    h *= kPrime2;
    h ^= h >> 13;
    h *= kPrime3;
    h ^= h >> 16;
    hashes[record] = h;
}
