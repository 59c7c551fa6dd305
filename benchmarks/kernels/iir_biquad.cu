// A cascade of four biquads (transposed direct form II) on many channels: one thread carries a channel's state in
// registers through time; samples are time-major so that neighbours read together.

namespace {

constexpr int kStages = 4;

struct Biquad {
    float b0, b1, b2, a1, a2;
};

struct Cascade {
    Biquad stage[kStages];
};

struct State {
    float s1, s2;

    __device__ __forceinline__ float step(const Biquad& c, float x) {
        const float y = c.b0 * x + s1;
        s1 = c.b1 * x - c.a1 * y + s2;
        s2 = c.b2 * x - c.a2 * y;
        return y;
    }
};

}  // namespace

extern "C" __global__ void iir_biquad(const float* __restrict__ input, float* __restrict__ output,
                                      float* __restrict__ states, Cascade cascade, int channels, int samples) {
    const int channel = blockIdx.x * blockDim.x + threadIdx.x;
    if (channel >= channels) return;
    State state[kStages];
#pragma unroll
    for (int i = 0; i < kStages; ++i) {
        state[i].s1 = states[(2 * i) * channels + channel];
        state[i].s2 = states[(2 * i + 1) * channels + channel];
    }
#pragma unroll 4
    for (int t = 0; t < samples; ++t) {
        const size_t at = static_cast<size_t>(t) * channels + channel;
        float value = __ldg(input + at);
#pragma unroll
        for (int i = 0; i < kStages; ++i) value = state[i].step(cascade.stage[i], value);
        output[at] = value;
    }
#pragma unroll
    for (int i = 0; i < kStages; ++i) {
        states[(2 * i) * channels + channel] = state[i].s1;
        states[(2 * i + 1) * channels + channel] = state[i].s2;
    }
}
