// Checks text for valid UTF-8, a chunk a thread: a chunk starts at the first byte that begins a character.

__device__ int sequence_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead <= 0xdf) return 2;
    if (lead >= 0xe0 && lead <= 0xef) return 3;
    if (lead >= 0xf0 && lead <= 0xf4) return 4;
    return 0;
}

__device__ bool is_valid(const unsigned char* p, int length, int left) {
    if (length == 0 || length > left) return false;
    for (int i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80) return false;
    switch (p[0]) {
        case 0xe0: return p[1] >= 0xa0;
        case 0xed: return p[1] <= 0x9f;
        case 0xf0: return p[1] >= 0x90;
        case 0xf4: return p[1] <= 0x8f;
        default: return true;
    }
}

extern "C" __global__ void utf8_validate(const unsigned char* text, int size, int chunk, int* characters,
                                         int* first_error) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int begin = t * chunk;
    if (begin >= size) return;
    int end = min(begin + chunk, size);
    int at = begin;
    if (begin > 0)
        while (at < end && at < begin + 3 && (text[at] & 0xc0) == 0x80) at++;
    int count = 0;
    while (at < end) {
        int length = sequence_length(text[at]);
        if (!is_valid(text + at, length, size - at)) {
            atomicMin(first_error, at);
            at++;
            continue;
        }
        count++;
        at += length;
    }
    characters[t] = count;
}
