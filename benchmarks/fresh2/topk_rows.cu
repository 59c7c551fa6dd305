// The k largest of every row with their places: every thread keeps its own few sorted, then a block takes the best
// k times by comparing the heads.

const int kMost = 4;

struct Candidate {
    float value;
    int place;
};

__device__ bool is_better(Candidate a, Candidate b) {
    return a.value > b.value || (a.value == b.value && a.place < b.place);
}

extern "C" __global__ void topk_rows(const float* scores, int rows, int columns, int k, float* values, int* places) {
    __shared__ Candidate best_of_warp[4];
    __shared__ int winner;
    int row = blockIdx.x;
    const float* line = scores + (size_t)row * columns;
    Candidate mine[kMost];
    for (int j = 0; j < kMost; j++) mine[j] = Candidate{-3.4e38f, 1 << 30};
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        Candidate next = {line[i], i};
        if (!is_better(next, mine[kMost - 1])) continue;
        for (int j = 0; j < kMost; j++) {
            if (is_better(next, mine[j])) {
                Candidate t = mine[j];
                mine[j] = next;
                next = t;
            }
        }
    }
    for (int round = 0; round < k; round++) {
        Candidate best = mine[0];
        for (int flip = 16; flip > 0; flip >>= 1) {
            Candidate other;
            other.value = __shfl_xor_sync(0xffffffffu, best.value, flip);
            other.place = __shfl_xor_sync(0xffffffffu, best.place, flip);
            if (is_better(other, best)) best = other;
        }
        if (threadIdx.x % 32 == 0) best_of_warp[threadIdx.x / 32] = best;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int w = 1; w < 4; w++)
                if (is_better(best_of_warp[w], best)) best = best_of_warp[w];
            values[row * k + round] = best.value;
            places[row * k + round] = best.place;
            winner = best.place;
        }
        __syncthreads();
        if (mine[0].place == winner) {
            for (int j = 0; j + 1 < kMost; j++) mine[j] = mine[j + 1];
            mine[kMost - 1] = Candidate{-3.4e38f, 1 << 30};
        }
    }
}
