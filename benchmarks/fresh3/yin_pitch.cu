// The pitch of frames of speech: squared differences at every lag, divided by their running mean, the first dip below
// a threshold, refined by a parabola. A block a frame.

extern "C" __global__ void yin_pitch(const short* samples, int frames, int hop, int window, int lags, float threshold,
                                     float rate, float* pitches, float* clarity) {
    extern __shared__ float shared[];
    float* frame = shared;
    float* difference = shared + window + lags;
    const short* start = samples + (size_t)blockIdx.x * hop;
    for (int i = threadIdx.x; i < window + lags; i += blockDim.x) frame[i] = start[i] * (1.0f / 32768.0f);
    __syncthreads();
    for (int lag = threadIdx.x; lag < lags; lag += blockDim.x) {
        float sum = 0.0f;
        for (int i = 0; i < window; i++) {
            float d = frame[i] - frame[i + lag];
            sum += d * d;
        }
        difference[lag] = sum;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;

    float running = 0.0f, before = 1.0f, here = 1.0f;
    int found = -1;
    float dip = 1.0f, dip_before = 1.0f, dip_after = 1.0f;
    for (int lag = 1; lag < lags; lag++) {
        running += difference[lag];
        float next = running > 0.0f ? difference[lag] * lag / running : 1.0f;
        if (lag > 2 && here < threshold && here <= before && next > here) {
            found = lag - 1;
            dip = here;
            dip_before = before;
            dip_after = next;
            break;
        }
        before = here;
        here = next;
    }
    if (found < 0) {
        pitches[blockIdx.x] = 0.0f;
        clarity[blockIdx.x] = 0.0f;
        return;
    }
    float bend = dip_before - 2.0f * dip + dip_after;
    float shift = bend > 0.0f ? 0.5f * (dip_before - dip_after) / bend : 0.0f;
    pitches[blockIdx.x] = rate / (found + shift);
    clarity[blockIdx.x] = 1.0f - dip;
}
