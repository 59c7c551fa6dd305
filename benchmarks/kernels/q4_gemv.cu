// y = W x with weights of four bits in groups of 32 (one half scale and offset per group), activations in half: unpacks
// nibbles with masks and shifts. One warp per output row.
#include <cuda_fp16.h>

namespace {

constexpr int kGroup = 32;
constexpr unsigned kFull = 0xffffffffu;

struct Group {
    __half scale, offset;
    unsigned nibbles[kGroup / 8];
};

__device__ __forceinline__ float group_dot(const Group& group, const __half2* __restrict__ x) {
    float weighted = 0.0f, plain = 0.0f;
#pragma unroll
    for (int word = 0; word < kGroup / 8; ++word) {
        const unsigned bits = group.nibbles[word];
#pragma unroll
        for (int pair = 0; pair < 4; ++pair) {
            const float2 v = __half22float2(x[word * 4 + pair]);
            const int low = (bits >> (8 * pair)) & 15, high = (bits >> (8 * pair + 4)) & 15;
            weighted += static_cast<float>(low) * v.x + static_cast<float>(high) * v.y;
            plain += v.x + v.y;
        }
    }
    return __half2float(group.scale) * weighted + __half2float(group.offset) * plain;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    q4_gemv(const Group* __restrict__ weights, const __half2* __restrict__ x, float* __restrict__ y, int rows,
            int groups) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const Group* mine = weights + static_cast<size_t>(row) * groups;
    float sum = 0.0f;
    for (int i = lane; i < groups; i += 32) sum += group_dot(mine[i], x + i * (kGroup / 2));
#pragma unroll
    for (int flip = 16; flip > 0; flip /= 2) sum += __shfl_xor_sync(kFull, sum, flip);
    if (lane == 0) y[row] = sum;
}
