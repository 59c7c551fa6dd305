// Local alignment of pairs of short sequences in a band around the diagonal, gaps with an opening and an extension
// cost; one pair a thread, the band in local arrays.

const int kHalfBand = 7;
const int kBand = 2 * kHalfBand + 1;
const int kNever = -10000;

struct Costs {
    int match, mismatch, open, extend, give_up;
};

struct Hit {
    short score, query_end, target_end;
};

__device__ Hit align(const unsigned char* query, int m, const unsigned char* target, int n, const Costs& costs) {
    int score[kBand], down[kBand];
    for (int k = 0; k < kBand; k++) {
        score[k] = 0;
        down[k] = kNever;
    }
    Hit best = {0, 0, 0};
    for (int i = 1; i <= m; i++) {
        int across = kNever, left = 0, row_best = 0;
        for (int k = 0; k < kBand; k++) {
            int j = i + k - kHalfBand;
            if (j < 1 || j > n) {
                score[k] = 0;
                down[k] = across = kNever;
                left = 0;
                continue;
            }
            int above = k + 1 < kBand ? score[k + 1] : 0;
            int above_down = k + 1 < kBand ? down[k + 1] : kNever;
            down[k] = max(above_down - costs.extend, above - costs.open);
            across = max(across - costs.extend, left - costs.open);
            int diagonal = score[k] + (query[i - 1] == target[j - 1] ? costs.match : costs.mismatch);
            int value = max(max(diagonal, 0), max(down[k], across));
            score[k] = left = value;
            if (value > row_best) row_best = value;
            if (value > best.score) {
                best.score = value;
                best.query_end = i;
                best.target_end = j;
            }
        }
        if (row_best < best.score - costs.give_up) break;
    }
    return best;
}

extern "C" __global__ void banded_affine(const unsigned char* queries, const unsigned char* targets,
                                         const unsigned char* query_lengths, const unsigned char* target_lengths,
                                         int pairs, int stride, Costs costs, Hit* hits) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (pair >= pairs) return;
    hits[pair] = align(queries + (size_t)pair * stride, query_lengths[pair], targets + (size_t)pair * stride,
                       target_lengths[pair], costs);
}
