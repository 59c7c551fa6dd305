// Expands run-length coded columns: ends of runs are known, every thread finds the run of its first value by a search
// and walks on from there.

extern "C" __global__ void rle_expand(const int* run_ends, const short* run_values, int runs, short* out, int count,
                                      int per_thread) {
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
    if (begin >= count) return;
    int end = min(begin + per_thread, count);
    int low = 0, high = runs;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (run_ends[middle] <= begin)
            low = middle + 1;
        else
            high = middle;
    }
    int run = low;
    int run_end = run_ends[run];
    short value = run_values[run];
    for (int i = begin; i < end; i++) {
        if (i >= run_end) {
            run++;
            run_end = run_ends[run];
            value = run_values[run];
        }
        out[i] = value;
    }
}
