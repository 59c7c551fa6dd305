// Sum, smallest value and position of the largest value in one pass: grid-stride loop, warp shuffles, one partial
// result per block.

namespace {

constexpr unsigned kFull = 0xffffffffu;

struct Summary {
    float sum;
    float least;
    float most;
    int most_at;
};

__device__ __forceinline__ Summary join(Summary a, Summary b) {
    const bool take_b = b.most > a.most || (b.most == a.most && b.most_at < a.most_at);
    return {a.sum + b.sum, fminf(a.least, b.least), take_b ? b.most : a.most, take_b ? b.most_at : a.most_at};
}

__device__ Summary from_lane_below(Summary s, int delta) {
    return {__shfl_down_sync(kFull, s.sum, delta), __shfl_down_sync(kFull, s.least, delta),
            __shfl_down_sync(kFull, s.most, delta), __shfl_down_sync(kFull, s.most_at, delta)};
}

template <int kWidth>
__device__ Summary reduce_warp(Summary s) {
#pragma unroll
    for (int delta = kWidth / 2; delta > 0; delta /= 2) s = join(s, from_lane_below(s, delta));
    return s;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    reduce_shuffle(const float4* __restrict__ data, int quads, float* __restrict__ sums, float* __restrict__ leasts,
                   int* __restrict__ most_at) {
    __shared__ Summary partial[8];

    Summary mine{0.0f, __int_as_float(0x7f800000), __int_as_float(0xff800000), 0x7fffffff};
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += stride) {
        const float4 v = __ldg(data + i);
        mine = join(mine, {v.x, v.x, v.x, 4 * i});
        mine = join(mine, {v.y, v.y, v.y, 4 * i + 1});
        mine = join(mine, {v.z, v.z, v.z, 4 * i + 2});
        mine = join(mine, {v.w, v.w, v.w, 4 * i + 3});
    }
    mine = reduce_warp<32>(mine);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x < 32) {
        mine = reduce_warp<8>(partial[threadIdx.x % 8]);
        if (threadIdx.x == 0) {
            sums[blockIdx.x] = mine.sum;
            leasts[blockIdx.x] = mine.least;
            most_at[blockIdx.x] = mine.most_at;
        }
    }
}
