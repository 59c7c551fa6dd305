// Base 64 of many records of different length, a warp a record.

__constant__ char kAlphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

extern "C" __global__ void base64_encode(const unsigned char* data, const int* offsets, const int* out_offsets,
                                         char* text, int records) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= records) return;
    const unsigned char* in = data + offsets[warp];
    int length = offsets[warp + 1] - offsets[warp];
    char* out = text + out_offsets[warp];
    int groups = (length + 2) / 3;
    for (int g = lane; g < groups; g += 32) {
        int left = length - 3 * g;
        unsigned bits = in[3 * g] << 16;
        if (left > 1) bits |= in[3 * g + 1] << 8;
        if (left > 2) bits |= in[3 * g + 2];
        out[4 * g] = kAlphabet[bits >> 18];
        out[4 * g + 1] = kAlphabet[bits >> 12 & 63];
        out[4 * g + 2] = left > 1 ? kAlphabet[bits >> 6 & 63] : '=';
        out[4 * g + 3] = left > 2 ? kAlphabet[bits & 63] : '=';
    }
}
