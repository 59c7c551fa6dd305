// Trims sequencing reads by quality: from the far end by the running sum, then at the first window of poor average;
// short rests are dropped. Also the expected number of errors of what is left.

struct TrimRule {
    int threshold;
    int window;
    int window_average;
    int shortest;
};

extern "C" __global__ void quality_trim(const unsigned char* qualities, const unsigned char* lengths, int reads,
                                        int stride, TrimRule rule, unsigned char* kept, float* errors) {
    __shared__ float chance[64];
    if (threadIdx.x < 64) chance[threadIdx.x] = powf(10.0f, -0.1f * threadIdx.x);
    __syncthreads();
    int read = blockIdx.x * blockDim.x + threadIdx.x;
    if (read >= reads) return;
    const unsigned char* q = qualities + (size_t)read * stride;
    int length = lengths[read];

    int end = length, sum = 0, best = 0;
    for (int i = length - 1; i >= 0; i--) {
        sum += rule.threshold - (q[i] - 33);
        if (sum < 0) break;
        if (sum > best) {
            best = sum;
            end = i;
        }
    }
    int running = 0;
    for (int i = 0; i < end; i++) {
        running += q[i] - 33;
        if (i >= rule.window) running -= q[i - rule.window] - 33;
        if (i + 1 >= rule.window && running < rule.window_average * rule.window) {
            end = i + 1 - rule.window;
            break;
        }
    }
    if (end < rule.shortest) end = 0;
    float expected = 0.0f;
    for (int i = 0; i < end; i++) {
        int quality = q[i] - 33;
        expected += chance[quality > 63 ? 63 : quality];
    }
    kept[read] = end;
    errors[read] = expected;
}
