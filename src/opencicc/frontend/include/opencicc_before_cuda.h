// Read before clang's CUDA wrapper: what changes the meaning of clang's own definitions.
#pragma once

#include <opencicc_relaxed_atomics.h>

// clang still has the shuffles of before Volta, whose instruction ptxas refuses. They step aside for those of
// opencicc_legacy_warp.h and for a program's own.
#define __shfl __opencicc_unused_shfl
#define __shfl_up __opencicc_unused_shfl_up
#define __shfl_down __opencicc_unused_shfl_down
#define __shfl_xor __opencicc_unused_shfl_xor

// -use_fast_math covers more functions than clang's flag for it. The bodies of clang's wrappers read these names;
// opencicc_after_cuda.h takes them back, so that a program which names the precise function gets it.
#ifdef __CLANG_GPU_APPROX_TRANSCENDENTALS__
extern "C" __attribute__((device)) float __nv_fast_tanhf(float);
#define __nv_tanf __nv_fast_tanf
#define __nv_tanhf __nv_fast_tanhf
#define __nv_expf __nv_fast_expf
#define __nv_exp10f __nv_fast_exp10f
#define __nv_log10f __nv_fast_log10f
#define __nv_powf __nv_fast_powf
#endif

// One function for both sides takes the place of clang's for the device and the C library's for the host: opencicc_after_cuda.h.
#define __assert_fail __opencicc_assert_fail
