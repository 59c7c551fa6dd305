// Weights of four bits to bfloat16: a table of sixteen levels, a scale for every block of weights that is itself a
// byte with a scale and an offset. Two weights of a byte at a time, four bytes a thread.
#include <cuda_bf16.h>

#include <cstdint>

__constant__ float levels[16] = {-1.0f,       -0.69619281f, -0.52507305f, -0.39491749f, -0.28444138f, -0.18477343f,
                                 -0.0910500f, 0.0f,         0.07958030f,  0.16093020f,  0.24611230f,  0.33791524f,
                                 0.44070983f, 0.56261700f,  0.72295684f,  1.0f};

struct Scales {
    const uint8_t* codes;
    const float* groups;
    float offset;
    int block_shift;
    int group_shift;
};

__device__ float scale_at(const Scales& scales, int64_t weight) {
    int64_t block = weight >> scales.block_shift;
    return scales.codes[block] * scales.groups[block >> scales.group_shift] + scales.offset;
}

extern "C" __global__ void nf4_dequantize(const uint32_t* __restrict__ packed, Scales scales, int64_t weights,
                                          __nv_bfloat16* __restrict__ out) {
    int64_t step = (int64_t)gridDim.x * blockDim.x * 8;
    for (int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * 8; first < weights; first += step) {
        uint32_t word = packed[first / 8];
        float scale = scale_at(scales, first);
        for (int i = 0; i < 8; i++) {
            if (first + i >= weights) break;
            int code = (word >> (4 * (i ^ 1))) & 15;
            out[first + i] = __float2bfloat16(levels[code] * scale);
        }
    }
}
