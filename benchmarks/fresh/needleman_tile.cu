// Global alignment with affine gaps, many short pairs: a block scores one pair along anti-diagonals in shared memory.

struct Scores {
    int match, mismatch, open, extend;
};

const int kMost = 128;

extern "C" __global__ void needleman_tile(const char* first, const char* second, const int2* lengths, int* best,
                                          Scores s) {
    __shared__ int h[3][kMost + 1];
    __shared__ int up[2][kMost + 1];
    __shared__ int left[2][kMost + 1];
    __shared__ char a[kMost], b[kMost];
    int pair = blockIdx.x;
    int n = lengths[pair].x, m = lengths[pair].y;
    for (int i = threadIdx.x; i < kMost; i += blockDim.x) {
        a[i] = first[pair * kMost + i];
        b[i] = second[pair * kMost + i];
    }
    __syncthreads();
    const int low = -1000000;
    // Row i of the table is held at place i; diagonal d has cells (i, d - i).
    for (int d = 0; d <= n + m; d++) {
        int now = d % 3, before = (d + 2) % 3, two_before = (d + 1) % 3;
        for (int i = threadIdx.x; i <= n; i += blockDim.x) {
            int j = d - i;
            if (j < 0 || j > m) continue;
            int score, u = low, l = low;
            if (i == 0 && j == 0) {
                score = 0;
            } else {
                if (i > 0) u = max(h[before][i - 1] + s.open, up[(d + 1) & 1][i - 1]) + s.extend;
                if (j > 0) l = max(h[before][i] + s.open, left[(d + 1) & 1][i]) + s.extend;
                score = max(u, l);
                if (i > 0 && j > 0) score = max(score, h[two_before][i - 1] + (a[i - 1] == b[j - 1] ? s.match : s.mismatch));
            }
            h[now][i] = score;
            up[d & 1][i] = u;
            left[d & 1][i] = l;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) best[pair] = h[(n + m) % 3][n];
}
