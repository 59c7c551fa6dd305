// Edit distance of one pattern of up to 64 letters to many words, Myers' bit vectors, a word a thread.

extern "C" __global__ void levenshtein_bits(const char* text, const int* starts, int words,
                                            const unsigned long long* masks, int pattern_length, int* distances) {
    __shared__ unsigned long long local_masks[128];
    for (int i = threadIdx.x; i < 128; i += blockDim.x) local_masks[i] = masks[i];
    __syncthreads();
    int word = blockIdx.x * blockDim.x + threadIdx.x;
    if (word >= words) return;
    unsigned long long positive = ~0ull, negative = 0;
    const unsigned long long last = 1ull << (pattern_length - 1);
    int score = pattern_length;
    for (int i = starts[word]; i < starts[word + 1]; i++) {
        unsigned long long equal = local_masks[text[i] & 127];
        unsigned long long x = equal | negative;
        unsigned long long diagonal = (((equal & positive) + positive) ^ positive) | equal;
        unsigned long long more = negative | ~(diagonal | positive);
        unsigned long long less = positive & diagonal;
        if (more & last) score++;
        if (less & last) score--;
        more = (more << 1) | 1;
        less = less << 1;
        positive = less | ~(x | more);
        negative = more & x;
    }
    distances[word] = score;
}
