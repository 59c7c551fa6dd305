// Half-precision operations that the CUDA headers declare for the device only.
#pragma once
#include <cuda_fp16.h>

inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    const float2 x = __half22float2(a), y = __half22float2(b), z = __half22float2(c);
    return __floats2half2_rn(std::fma(x.x, y.x, z.x), std::fma(x.y, y.y, z.y));
}
