// Audio resampling by a rational factor with a polyphase filter, several channels interleaved.

extern "C" __global__ void polyphase_resample(const float* input, int frames, const float* filters, int taps,
                                              float* output, int out_frames, int channels, int up, int down) {
    int frame = blockIdx.x * blockDim.x + threadIdx.x;
    int channel = blockIdx.y;
    if (frame >= out_frames) return;
    long long position = (long long)frame * down;
    int phase = position % up;
    int centre = position / up;
    const float* filter = filters + phase * taps;
    float sum = 0.0f;
    for (int t = 0; t < taps; t++) {
        int at = centre + t - taps / 2;
        if (at >= 0 && at < frames) sum += filter[t] * input[at * channels + channel];
    }
    output[frame * channels + channel] = sum;
}
