// Symmetric FIR filter of 63 taps: the block's samples in shared memory, eight outputs per thread from a window of
// registers that slides over them. The taps come by value in the parameter space.

namespace {

constexpr int kTaps = 63;
constexpr int kHalf = kTaps / 2;
constexpr int kOutputs = 8;
constexpr int kThreads = 128;
constexpr int kTile = kThreads * kOutputs;

struct Taps {
    float centre_and_sides[kHalf + 1];
};

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    fir_filter(const float* __restrict__ input, float* __restrict__ output, int count, Taps taps) {
    __shared__ float samples[kTile + kTaps - 1];

    const int first = blockIdx.x * kTile;
    for (int i = threadIdx.x; i < kTile + kTaps - 1; i += kThreads) {
        const int from = first + i - kHalf;
        samples[i] = from >= 0 && from < count ? input[from] : 0.0f;
    }
    __syncthreads();

    // Thread t makes outputs t*8 .. t*8+7; sums[j] is centred on samples[t*8 + j + kHalf].
    const float* centre = samples + threadIdx.x * kOutputs + kHalf;
    float sums[kOutputs], left[kOutputs], right[kOutputs];
#pragma unroll
    for (int j = 0; j < kOutputs; ++j) {
        left[j] = right[j] = centre[j];
        sums[j] = taps.centre_and_sides[0] * centre[j];
    }
#pragma unroll 8
    for (int tap = 1; tap <= kHalf; ++tap) {
#pragma unroll
        for (int j = kOutputs - 1; j > 0; --j) left[j] = left[j - 1];
        left[0] = centre[-tap];
#pragma unroll
        for (int j = 0; j + 1 < kOutputs; ++j) right[j] = right[j + 1];
        right[kOutputs - 1] = centre[kOutputs - 1 + tap];
        const float weight = taps.centre_and_sides[tap];
#pragma unroll
        for (int j = 0; j < kOutputs; ++j) sums[j] += weight * (left[j] + right[j]);
    }

    __syncthreads();
#pragma unroll
    for (int j = 0; j < kOutputs; ++j) samples[threadIdx.x * kOutputs + j] = sums[j];
    __syncthreads();
    for (int i = threadIdx.x; i < kTile && first + i < count; i += kThreads) output[first + i] = samples[i];
}
