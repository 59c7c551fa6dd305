// The forward pass of connectionist temporal classification: a block a sequence, a thread a state of the label with
// blanks between, two rows of logarithms in shared memory.

#define NEG_INF (-1e30f)

__device__ float log_add(float a, float b) {
    float high = fmaxf(a, b), low = fminf(a, b);
    if (low <= NEG_INF) return high;
    return high + log1pf(expf(low - high));
}

extern "C" __global__ void ctc_alpha(const float* log_probs, const int* labels, const int* input_lengths,
                                     const int* label_lengths, int batch, int classes, int longest_label, float* losses,
                                     float* last_alphas) {
    extern __shared__ float rows[];
    int sample = blockIdx.x, state = threadIdx.x;
    int label_length = label_lengths[sample], states = 2 * label_length + 1;
    int steps = input_lengths[sample];
    const int* label = labels + sample * longest_label;
    float* now = rows;
    float* next = rows + blockDim.x;

    int symbol = 0;
    bool may_skip = false;
    if (state < states && (state & 1)) {
        symbol = label[state / 2];
        may_skip = state >= 3 && symbol != label[state / 2 - 1];
    }
    const float* frame = log_probs + (size_t)sample * classes;
    now[state] = state < 2 && state < states ? frame[symbol] : NEG_INF;
    __syncthreads();
    for (int t = 1; t < steps; t++) {
        frame += (size_t)batch * classes;
        float alpha = NEG_INF;
        if (state < states) {
            alpha = now[state];
            if (state >= 1) alpha = log_add(alpha, now[state - 1]);
            if (may_skip) alpha = log_add(alpha, now[state - 2]);
            if (alpha > NEG_INF) alpha += frame[symbol];
        }
        next[state] = alpha;
        __syncthreads();
        float* t_rows = now;
        now = next;
        next = t_rows;
    }
    if (state < 2 * longest_label + 1) last_alphas[sample * (2 * longest_label + 1) + state] = now[state];
    if (state == 0) {
        float total = now[states - 1];
        if (states > 1) total = log_add(total, now[states - 2]);
        losses[sample] = -total;
    }
}
