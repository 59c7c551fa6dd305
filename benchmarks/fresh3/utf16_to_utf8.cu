// Converts strings of UTF-16 to UTF-8, one a thread; half a surrogate pair becomes the replacement character.

__device__ int append(unsigned char* out, unsigned code) {
    if (code < 0x80) {
        out[0] = code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = 0xc0 | code >> 6;
        out[1] = 0x80 | (code & 0x3f);
        return 2;
    }
    if (code < 0x10000) {
        out[0] = 0xe0 | code >> 12;
        out[1] = 0x80 | (code >> 6 & 0x3f);
        out[2] = 0x80 | (code & 0x3f);
        return 3;
    }
    out[0] = 0xf0 | code >> 18;
    out[1] = 0x80 | (code >> 12 & 0x3f);
    out[2] = 0x80 | (code >> 6 & 0x3f);
    out[3] = 0x80 | (code & 0x3f);
    return 4;
}

extern "C" __global__ void utf16_to_utf8(const unsigned short* units, const unsigned short* lengths, int strings,
                                         int stride, unsigned char* bytes, unsigned short* byte_lengths,
                                         unsigned* replaced) {
    int string = blockIdx.x * blockDim.x + threadIdx.x;
    if (string >= strings) return;
    const unsigned short* in = units + (size_t)string * stride;
    unsigned char* out = bytes + (size_t)string * stride * 3;
    int length = lengths[string], written = 0;
    unsigned bad = 0;
    for (int i = 0; i < length; i++) {
        unsigned code = in[i];
        if (code >= 0xd800 && code < 0xe000) {
            bool is_high = code < 0xdc00;
            if (is_high && i + 1 < length && in[i + 1] >= 0xdc00 && in[i + 1] < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (in[i + 1] - 0xdc00);
                i++;
            } else {
                code = 0xfffd;
                bad++;
            }
        }
        written += append(out + written, code);
    }
    byte_lengths[string] = written;
    if (bad) atomicAdd(replaced, bad);
}
