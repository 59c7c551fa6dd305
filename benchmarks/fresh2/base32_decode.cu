// Decodes base 32: eight letters to five bytes, both cases, and a count of groups that hold a letter of no value.

__device__ int value_of(char letter) {
    if (letter >= 'A' && letter <= 'Z') return letter - 'A';
    if (letter >= 'a' && letter <= 'z') return letter - 'a';
    if (letter >= '2' && letter <= '7') return letter - '2' + 26;
    return -1;
}

extern "C" __global__ void base32_decode(const char* text, size_t groups, unsigned char* bytes, unsigned* bad_groups) {
    size_t group = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (group >= groups) return;
    unsigned long long bits = 0;
    bool is_bad = false;
    for (int i = 0; i < 8; i++) {
        int value = value_of(text[group * 8 + i]);
        if (value < 0) is_bad = true;
        bits = bits << 5 | (value & 31);
    }
    for (int i = 0; i < 5; i++) bytes[group * 5 + i] = is_bad ? 0 : (unsigned char)(bits >> (32 - 8 * i));
    if (is_bad) atomicAdd(bad_groups, 1u);
}
