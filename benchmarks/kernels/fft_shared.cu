// Batched 1024-point complex FFT, radix 4 (Stockham: no bit reversal), one transform per block in shared memory.

namespace {

constexpr int kPoints = 1024;
constexpr int kThreads = kPoints / 4;

struct Complex {
    float re, im;
};

__device__ __forceinline__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ __forceinline__ Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
__device__ __forceinline__ Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
__device__ __forceinline__ Complex times_minus_i(Complex a) { return {a.im, -a.re}; }

__device__ __forceinline__ Complex twiddle(float turns) {
    Complex w;
    sincospif(-2.0f * turns, &w.im, &w.re);
    return w;
}

__device__ __forceinline__ void butterfly4(Complex (&v)[4]) {
    const Complex a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = times_minus_i(v[1] - v[3]);
    v[0] = a + c;
    v[1] = b + d;
    v[2] = a - c;
    v[3] = b - d;
}

template <int kSpan>
__device__ __forceinline__ void stage(Complex* data, int thread) {
    Complex v[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = data[thread + r * kThreads];
    const int inner = thread % kSpan;
    if (kSpan > 1) {
        const Complex w = twiddle(static_cast<float>(inner) / (4 * kSpan));
        const Complex w2 = w * w;
        v[1] = v[1] * w;
        v[2] = v[2] * w2;
        v[3] = v[3] * (w2 * w);
    }
    butterfly4(v);
    __syncthreads();
    const int to = (thread / kSpan) * kSpan * 4 + inner;
#pragma unroll
    for (int r = 0; r < 4; ++r) data[to + r * kSpan] = v[r];
    __syncthreads();
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads)
    fft_shared(const float2* __restrict__ input, float2* __restrict__ output) {
    __shared__ Complex data[kPoints];

    const size_t first = static_cast<size_t>(blockIdx.x) * kPoints;
    const int thread = threadIdx.x;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        const float2 value = input[first + thread + r * kThreads];
        data[thread + r * kThreads] = {value.x, value.y};
    }
    __syncthreads();
    stage<1>(data, thread);
    stage<4>(data, thread);
    stage<16>(data, thread);
    stage<64>(data, thread);
    stage<256>(data, thread);
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        const Complex value = data[thread + r * kThreads];
        output[first + thread + r * kThreads] = make_float2(value.re, value.im);
    }
}
