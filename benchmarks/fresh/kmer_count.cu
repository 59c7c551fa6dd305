// Counts of canonical 11-mers in reads: two bits a base, the smaller of a k-mer and its reverse complement counts.

__device__ int code_of(char base) {
    switch (base) {
        case 'A': case 'a': return 0;
        case 'C': case 'c': return 1;
        case 'G': case 'g': return 2;
        case 'T': case 't': return 3;
        default: return -1;
    }
}

extern "C" __global__ void kmer_count(const char* reads, int read_length, int reads_count, unsigned* counts) {
    const int k = 11;
    const unsigned mask = (1u << 2 * k) - 1;
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads_count) return;
    unsigned forward = 0, reverse = 0;
    int filled = 0;
    for (int i = 0; i < read_length; i++) {
        int code = code_of(reads[(size_t)i * reads_count + r]);
        if (code < 0) {
            filled = 0;
            continue;
        }
        forward = (forward << 2 | code) & mask;
        reverse = reverse >> 2 | (3u - code) << 2 * (k - 1);
        if (++filled >= k) atomicAdd(&counts[min(forward, reverse)], 1u);
    }
}
