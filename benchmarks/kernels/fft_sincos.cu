// Batched 512-point complex FFT in double precision: eight values per thread in a register array, three radix-8 stages,
// exchanges through shared memory, twiddles computed by sine and cosine. Fourteen inlined polynomials per stage, each with
// a slow path of its own: what is computed when decides how many coefficients are alive.

namespace {

constexpr int kPoints = 512;
constexpr int kThreads = kPoints / 8;
constexpr double kTurn = 6.28318530717958647693;
constexpr double kHalfRoot = 0.70710678118654752440;

__device__ double2 add(double2 a, double2 b) { return make_double2(a.x + b.x, a.y + b.y); }
__device__ double2 sub(double2 a, double2 b) { return make_double2(a.x - b.x, a.y - b.y); }
__device__ double2 mul(double2 a, double2 b) { return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ double2 minus_i(double2 a) { return make_double2(a.y, -a.x); }
__device__ double2 on_circle(double angle) { return make_double2(cos(angle), sin(angle)); }

__device__ void butterfly2(double2& a, double2& b) {
    const double2 sum = add(a, b);
    b = sub(a, b);
    a = sum;
}

__device__ void butterfly4(double2* v) {
    butterfly2(v[0], v[2]);
    butterfly2(v[1], v[3]);
    v[3] = minus_i(v[3]);
    butterfly2(v[0], v[1]);
    butterfly2(v[2], v[3]);
}

// Leaves the spectrum with the bits of its index reversed.
__device__ void butterfly8(double2* v) {
#pragma unroll
    for (int i = 0; i < 4; ++i) butterfly2(v[i], v[i + 4]);
    v[5] = make_double2((v[5].x + v[5].y) * kHalfRoot, (v[5].y - v[5].x) * kHalfRoot);
    v[6] = minus_i(v[6]);
    v[7] = make_double2((v[7].y - v[7].x) * kHalfRoot, (-v[7].x - v[7].y) * kHalfRoot);
    butterfly4(v);
    butterfly4(v + 4);
}

__device__ constexpr int reversed(int i) { return ((i & 1) << 2) | (i & 2) | (i >> 2); }

// What comes out of a butterfly, turned for the next stage.
__device__ void twiddle(double2* v, double step) {
#pragma unroll
    for (int i = 1; i < 8; ++i) v[i] = mul(v[i], on_circle(step * reversed(i)));
}

__device__ void exchange(double2* v, double* buffer, int to, int to_step, int from, int from_step) {
#pragma unroll
    for (int i = 0; i < 8; ++i) buffer[to + reversed(i) * to_step] = v[i].x;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i].x = buffer[from + i * from_step];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) buffer[to + reversed(i) * to_step] = v[i].y;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i].y = buffer[from + i * from_step];
    __syncthreads();
}

}  // namespace

// Index of a point: 64 * a + 8 * b + c; of a frequency: p + 8 * q + 64 * r. Each stage sums over one of a, b, c.
extern "C" __global__ void fft_sincos(const double2* input, double2* output) {
    __shared__ double buffer[8 * 66];
    const int thread = threadIdx.x, high = thread / 8, low = thread % 8;
    input += static_cast<size_t>(blockIdx.x) * kPoints;
    output += static_cast<size_t>(blockIdx.x) * kPoints;

    double2 v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = input[i * kThreads + thread];  // thread is (b, c), i is a
    butterfly8(v);
    twiddle(v, -kTurn / kPoints * thread);
    exchange(v, buffer, thread, 66, high * 66 + low, 8);  // thread becomes (p, c), i becomes b
    butterfly8(v);
    twiddle(v, -kTurn / 64 * low);
    exchange(v, buffer, high * 66 + low, 8, high * 66 + low * 8, 1);  // thread becomes (p, q), i becomes c
    butterfly8(v);
#pragma unroll
    for (int i = 0; i < 8; ++i) output[reversed(i) * 64 + low * 8 + high] = v[i];
}
