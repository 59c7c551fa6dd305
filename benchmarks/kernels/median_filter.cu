// 5x5 median of a 16-bit image: 25 values per thread in registers, forgetful selection (the smallest and largest of a
// shrinking set drop out as new values come in).

namespace {

constexpr int kRadius = 2;
constexpr int kWindow = 25;
constexpr int kKept = 14;

__device__ __forceinline__ void order(int& a, int& b) {
    const int low = min(a, b);
    b = max(a, b);
    a = low;
}

// Moves the smallest of v[0..N) to the front and the largest to the end.
template <int N>
__device__ __forceinline__ void extremes(int (&v)[kKept]) {
#pragma unroll
    for (int i = 1; i < N; ++i) order(v[0], v[i]);
#pragma unroll
    for (int i = 1; i + 1 < N; ++i) order(v[i], v[N - 1]);
}

// Each step drops both extremes and takes one new value: the set shrinks by one until the median is left.
template <int N>
struct Forget {
    static __device__ __forceinline__ void run(int (&v)[kKept], const int (&all)[kWindow]) {
        extremes<N>(v);
        v[0] = all[kWindow - (N - 3)];
        Forget<N - 1>::run(v, all);
    }
};

template <>
struct Forget<3> {
    static __device__ __forceinline__ void run(int (&v)[kKept], const int (&)[kWindow]) { extremes<3>(v); }
};

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    median_filter(const unsigned short* __restrict__ image, unsigned short* __restrict__ output, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int all[kWindow];
#pragma unroll
    for (int dy = -kRadius; dy <= kRadius; ++dy)
#pragma unroll
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const int sx = min(max(x + dx, 0), width - 1), sy = min(max(y + dy, 0), height - 1);
            all[(dy + kRadius) * 5 + dx + kRadius] = __ldg(image + static_cast<size_t>(sy) * width + sx);
        }
    int v[kKept];
#pragma unroll
    for (int i = 0; i < kKept; ++i) v[i] = all[i];
    Forget<kKept>::run(v, all);
    output[static_cast<size_t>(y) * width + x] = static_cast<unsigned short>(v[1]);
}
