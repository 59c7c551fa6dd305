// One AdamW step over a flat parameter vector, with a scale for gradients and the means of both moments corrected.

struct AdamSettings {
    float rate, beta1, beta2, epsilon, decay;
    float correction1, correction2;
    bool is_nesterov;
};

extern "C" __global__ void adamw_step(float* parameters, const float* gradients, float* first, float* second,
                                      long long count, AdamSettings s, const float* inverse_scale, int* overflow) {
    float scale = *inverse_scale;
    bool bad = false;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (long long)blockDim.x * gridDim.x) {
        float g = gradients[i] * scale;
        if (!isfinite(g)) {
            bad = true;
            continue;
        }
        float p = parameters[i];
        float m = s.beta1 * first[i] + (1.0f - s.beta1) * g;
        float v = s.beta2 * second[i] + (1.0f - s.beta2) * g * g;
        float step = s.is_nesterov ? (s.beta1 * m + (1.0f - s.beta1) * g) / s.correction1 : m / s.correction1;
        p -= s.rate * (step / (sqrtf(v / s.correction2) + s.epsilon) + s.decay * p);
        first[i] = m;
        second[i] = v;
        parameters[i] = p;
    }
    if (bad) *overflow = 1;
}
