// Batched 512-point complex FFT in double precision: eight values per thread in registers, three radix-8 stages with
// padded exchanges through shared memory, twiddles from a table. Many live doubles.

namespace {

constexpr int kPoints = 512;
constexpr int kThreads = kPoints / 8;
constexpr int kPerBlock = 2;
constexpr double kHalfRoot = 0.70710678118654752440;

__device__ __forceinline__ double2 add(double2 a, double2 b) { return make_double2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ double2 sub(double2 a, double2 b) { return make_double2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ double2 mul(double2 a, double2 b) {
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ double2 minus_i(double2 a) { return make_double2(a.y, -a.x); }

__device__ __forceinline__ void butterfly2(double2& a, double2& b) {
    const double2 sum = add(a, b);
    b = sub(a, b);
    a = sum;
}

__device__ __forceinline__ void butterfly4(double2& a, double2& b, double2& c, double2& d) {
    butterfly2(a, c);
    butterfly2(b, d);
    d = minus_i(d);
    butterfly2(a, b);
    butterfly2(c, d);
}

// Leaves the spectrum in the order 0 4 2 6 1 5 3 7.
__device__ __forceinline__ void butterfly8(double2 (&v)[8]) {
#pragma unroll
    for (int i = 0; i < 4; ++i) butterfly2(v[i], v[i + 4]);
    v[5] = make_double2((v[5].x + v[5].y) * kHalfRoot, (v[5].y - v[5].x) * kHalfRoot);
    v[6] = minus_i(v[6]);
    v[7] = make_double2((v[7].y - v[7].x) * kHalfRoot, (-v[7].x - v[7].y) * kHalfRoot);
    butterfly4(v[0], v[1], v[2], v[3]);
    butterfly4(v[4], v[5], v[6], v[7]);
}

__device__ __forceinline__ constexpr int spectrum_order(int i) { return ((i & 1) << 2) | (i & 2) | (i >> 2); }

__device__ __forceinline__ int padded(int i) { return i + i / 16; }

__device__ __forceinline__ void twiddle(double2 (&v)[8], const double2* __restrict__ roots, int step) {
#pragma unroll
    for (int r = 1; r < 8; ++r) v[r] = mul(v[r], __ldg(roots + r * step));
}

template <int kSpan>
__device__ __forceinline__ void exchange(double2 (&v)[8], double* buffer, int thread) {
    const int to = (thread / kSpan) * kSpan * 8 + thread % kSpan;
    // Real parts, then imaginary parts, through the same memory.
#pragma unroll
    for (int i = 0; i < 8; ++i) buffer[padded(to + spectrum_order(i) * kSpan)] = v[i].x;
    __syncthreads();
    double real[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) real[r] = buffer[padded(thread + r * kThreads)];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) buffer[padded(to + spectrum_order(i) * kSpan)] = v[i].y;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; ++r) v[r] = make_double2(real[r], buffer[padded(thread + r * kThreads)]);
    __syncthreads();
}

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads* kPerBlock)
    fft_radix8(const double2* __restrict__ input, double2* __restrict__ output, const double2* __restrict__ roots) {
    __shared__ double buffers[kPerBlock][kPoints + kPoints / 16];

    const int thread = threadIdx.x, which = threadIdx.y;
    const size_t first = (static_cast<size_t>(blockIdx.x) * kPerBlock + which) * kPoints;
    double2 v[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) v[r] = input[first + thread + r * kThreads];
    butterfly8(v);
    exchange<1>(v, buffers[which], thread);
    twiddle(v, roots, (thread % 8) * (kPoints / 64));
    butterfly8(v);
    exchange<8>(v, buffers[which], thread);
    twiddle(v, roots, thread);
    butterfly8(v);
#pragma unroll
    for (int i = 0; i < 8; ++i) output[first + thread + spectrum_order(i) * kThreads] = v[i];
}
