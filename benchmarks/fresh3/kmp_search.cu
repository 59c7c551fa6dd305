// Counts a pattern in many short records, overlaps included, with the failure links of Knuth, Morris and Pratt; the
// first thread of a block makes the links, the others wait.

#define MAX_PATTERN 64

__device__ void make_links(const char* pattern, int length, short* links) {
    links[0] = 0;
    int matched = 0;
    for (int i = 1; i < length; i++) {
        while (matched > 0 && pattern[i] != pattern[matched]) matched = links[matched - 1];
        if (pattern[i] == pattern[matched]) matched++;
        links[i] = matched;
    }
}

extern "C" __global__ void kmp_search(const char* text, const int* offsets, int records, const char* pattern,
                                      int pattern_length, int* counts, int* first_at) {
    __shared__ char needle[MAX_PATTERN];
    __shared__ short links[MAX_PATTERN];
    for (int i = threadIdx.x; i < pattern_length; i += blockDim.x) needle[i] = pattern[i];
    __syncthreads();
    if (threadIdx.x == 0) make_links(needle, pattern_length, links);
    __syncthreads();

    int record = blockIdx.x * blockDim.x + threadIdx.x;
    if (record >= records) return;
    int begin = offsets[record], end = offsets[record + 1];
    int matched = 0, found = 0, first = -1;
    for (int at = begin; at < end; at++) {
        char c = text[at];
        while (matched > 0 && needle[matched] != c) matched = links[matched - 1];
        if (needle[matched] == c) matched++;
        if (matched == pattern_length) {
            if (found++ == 0) first = at - begin - pattern_length + 1;
            matched = links[matched - 1];
        }
    }
    counts[record] = found;
    first_at[record] = first;
}
