// The periodogram of a star that was observed at uneven times: one frequency a thread, observations in tiles of shared
// memory, first the time shift, then the power.

constexpr int kTile = 128;

struct Observation {
    double time;
    double value;
};

extern "C" __global__ void lomb_scargle(const double* times, const float* values, int count, double mean,
                                        double variance, double first_frequency, double frequency_step,
                                        int frequencies, double* power) {
    __shared__ Observation tile[kTile];
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    double omega = 6.283185307179586 * (first_frequency + f * frequency_step);

    double sin_sum = 0.0, cos_sum = 0.0;
    for (int start = 0; start < count; start += kTile) {
        int size = min(kTile, count - start);
        for (int i = threadIdx.x; i < size; i += blockDim.x) tile[i].time = times[start + i];
        __syncthreads();
        for (int i = 0; i < size; i++) {
            double s, c;
            sincos(2.0 * omega * tile[i].time, &s, &c);
            sin_sum += s;
            cos_sum += c;
        }
        __syncthreads();
    }
    double tau = atan2(sin_sum, cos_sum) / (2.0 * omega);

    double yc = 0.0, ys = 0.0, cc = 0.0, ss = 0.0;
    for (int start = 0; start < count; start += kTile) {
        int size = min(kTile, count - start);
        for (int i = threadIdx.x; i < size; i += blockDim.x)
            tile[i] = Observation{times[start + i], values[start + i] - mean};
        __syncthreads();
        for (int i = 0; i < size; i++) {
            double s, c;
            sincos(omega * (tile[i].time - tau), &s, &c);
            yc += tile[i].value * c;
            ys += tile[i].value * s;
            cc += c * c;
            ss += s * s;
        }
        __syncthreads();
    }
    if (f < frequencies) power[f] = (yc * yc / cc + ys * ys / ss) / (2.0 * variance);
}
