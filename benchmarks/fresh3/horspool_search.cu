// Every place of a pattern in one long text: each thread searches its own stretch by Horspool's rule, with the table
// of skips in shared memory.

extern "C" __global__ void horspool_search(const unsigned char* text, unsigned length, const unsigned char* pattern,
                                           unsigned pattern_length, unsigned stretch, unsigned short* matches,
                                           unsigned* last_place) {
    __shared__ unsigned char skip[256];
    __shared__ unsigned char needle[128];
    for (unsigned c = threadIdx.x; c < 256; c += blockDim.x) skip[c] = pattern_length;
    for (unsigned i = threadIdx.x; i < pattern_length; i += blockDim.x) needle[i] = pattern[i];
    __syncthreads();
    if (threadIdx.x == 0)
        for (unsigned i = 0; i + 1 < pattern_length; i++) skip[needle[i]] = pattern_length - 1 - i;
    __syncthreads();

    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned begin = thread * stretch;
    if (begin >= length) return;
    unsigned end = begin + stretch;
    if (end > length) end = length;
    unsigned short count = 0;
    unsigned place = begin, last = 0xffffffffu;
    while (place < end && place + pattern_length <= length) {
        unsigned k = pattern_length;
        while (k > 0 && text[place + k - 1] == needle[k - 1]) k--;
        if (k == 0) {
            count++;
            last = place;
        }
        place += skip[text[place + pattern_length - 1]];
    }
    matches[thread] = count;
    last_place[thread] = last;
}
