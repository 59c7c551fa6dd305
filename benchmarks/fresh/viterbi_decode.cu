// Viterbi decoding of a rate 1/2 convolutional code of constraint length 7: one block of 64 threads, one for each
// state, decodes a frame and traces it back.

extern "C" __global__ void viterbi_decode(const signed char* soft, unsigned long long* decisions,
                                          unsigned char* bits, int length) {
    const unsigned kPolyA = 0x6d, kPolyB = 0x4f;
    __shared__ int metric[2][64];
    __shared__ unsigned votes[2];
    int state = threadIdx.x, frame = blockIdx.x;
    const signed char* received = soft + (size_t)frame * length * 2;
    unsigned long long* kept = decisions + (size_t)frame * length;
    metric[0][state] = state == 0 ? 0 : -1000;
    int input = state & 1;
    int from0 = state >> 1, from1 = (state >> 1) + 32;
    unsigned full0 = (from0 << 1) | input, full1 = (from1 << 1) | input;
    __syncthreads();
    for (int t = 0; t < length; t++) {
        int now = t & 1;
        int a = received[2 * t], b = received[2 * t + 1];
        int branch0 = (__popc(full0 & kPolyA) & 1 ? a : -a) + (__popc(full0 & kPolyB) & 1 ? b : -b);
        int branch1 = (__popc(full1 & kPolyA) & 1 ? a : -a) + (__popc(full1 & kPolyB) & 1 ? b : -b);
        int m0 = metric[now][from0] + branch0, m1 = metric[now][from1] + branch1;
        bool second = m1 > m0;
        metric[now ^ 1][state] = second ? m1 : m0;
        unsigned vote = __ballot_sync(0xffffffff, second);
        if ((state & 31) == 0) votes[state >> 5] = vote;
        __syncthreads();
        if (state == 0) kept[t] = (unsigned long long)votes[1] << 32 | votes[0];
        __syncthreads();
    }
    if (state == 0) {
        int at = 0;
        for (int t = length - 1; t >= 0; t--) {
            bits[(size_t)frame * length + t] = at & 1;
            int second = (int)(kept[t] >> at & 1);
            at = (at >> 1) + (second ? 32 : 0);
        }
    }
}
