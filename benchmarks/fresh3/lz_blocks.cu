// Expands many small compressed blocks, one a thread: a token of two lengths, literals, a distance of two bytes, and a
// match that may overlap what it writes. Damaged blocks report where they stopped.

typedef unsigned char byte;

struct Stream {
    const byte* at;
    const byte* end;

    __device__ bool has(int count) const { return end - at >= count; }

    __device__ int longer(int length) {
        if (length < 15) return length;
        byte more;
        do {
            if (!has(1)) return -1;
            more = *at++;
            length += more;
        } while (more == 255);
        return length;
    }
};

extern "C" __global__ void lz_blocks(const byte* compressed, const int* offsets, int blocks, byte* expanded,
                                     int capacity, int* sizes) {
    int block = blockIdx.x * blockDim.x + threadIdx.x;
    if (block >= blocks) return;
    Stream in = {compressed + offsets[block], compressed + offsets[block + 1]};
    byte* out = expanded + (size_t)block * capacity;
    int written = 0;
    while (in.has(1)) {
        int token = *in.at++;
        int literals = in.longer(token >> 4);
        if (literals < 0 || !in.has(literals) || written + literals > capacity) {
            written = -1 - written;
            break;
        }
        for (int i = 0; i < literals; i++) out[written++] = *in.at++;
        if (!in.has(2)) break;
        int distance = in.at[0] | in.at[1] << 8;
        in.at += 2;
        int length = in.longer(token & 15) + 4;
        if (length < 4 || distance == 0 || distance > written || written + length > capacity) {
            written = -1 - written;
            break;
        }
        const byte* from = out + written - distance;
        for (int i = 0; i < length; i++) out[written++] = from[i];
    }
    sizes[block] = written;
}
