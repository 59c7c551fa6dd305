// A moving median over price series: a thread follows one series with a small sorted window, taking the oldest out and
// the newest in by shifting.

template <int kWindow>
__device__ void replace_sorted(float (&window)[kWindow], float old_value, float new_value) {
    int at = 0;
    while (at < kWindow - 1 && window[at] != old_value) at++;
    window[at] = new_value;
    while (at > 0 && window[at - 1] > window[at]) {
        float t = window[at];
        window[at] = window[at - 1];
        window[at - 1] = t;
        at--;
    }
    while (at < kWindow - 1 && window[at + 1] < window[at]) {
        float t = window[at];
        window[at] = window[at + 1];
        window[at + 1] = t;
        at++;
    }
}

extern "C" __global__ void moving_median(const float* prices, float* medians, int series, int length) {
    const int window_size = 9;
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= series) return;
    float window[window_size];
    for (int k = 0; k < window_size; k++) window[k] = prices[s];
    for (int t = 0; t < length; t++) {
        float leaving = prices[max(t - window_size, 0) * series + s];
        replace_sorted(window, leaving, prices[t * series + s]);
        medians[t * series + s] = window[window_size / 2];
    }
}
