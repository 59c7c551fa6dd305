// Read after clang's CUDA wrapper and before the program: what nvcc gives a program and clang does not.
#pragma once

#undef __shfl
#undef __shfl_up
#undef __shfl_down
#undef __shfl_xor
#ifdef __CLANG_GPU_APPROX_TRANSCENDENTALS__
#undef __nv_tanf
#undef __nv_tanhf
#undef __nv_expf
#undef __nv_exp10f
#undef __nv_log10f
#undef __nv_powf
#endif

// clang defines the macro without a value; programs ask `#if __CUDACC__`.
#undef __CUDACC__
#define __CUDACC__ 1

// Programs and libraries that know two compilers ask for nvcc's macros; the version is that of the headers in use.
#ifdef __OPENCICC_CUDA_MAJOR
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ __OPENCICC_CUDA_MAJOR
#define __CUDACC_VER_MINOR__ __OPENCICC_CUDA_MINOR
#define __CUDACC_VER_BUILD__ 0
#endif

// What nvcc's own headers read before a program, so that programs use it without saying so: host code asks isfinite(x) or
// clock() of the global namespace, device code has new and delete.
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

// What assert() calls is one function for both sides with nvcc, and libraries declare it so again (CCCL, with NDEBUG), which may be no
// overload of clang's function for the device, nor of the C library's for the host. That one is declared here at the latest.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <assert.h>
#pragma pop_macro("NDEBUG")
#include <assert.h>
#undef __assert_fail
extern "C" {
__attribute__((device, host)) static inline void __assert_fail(const char* __assertion, const char* __file,
                                                               unsigned int __line, const char* __function) noexcept {
  __opencicc_assert_fail(__assertion, __file, __line, __function);
}
}

#include <opencicc_cache_operators.h>
#include <opencicc_host_minmax.h>
#include <opencicc_legacy_warp.h>
#include <opencicc_nv_atomics.h>
#include <opencicc_shared_objects.h>
#include <opencicc_simd.h>

// clang declares these for the device and nothing defines them.
extern "C" __attribute__((device)) double __nv_nan(const char*);
extern "C" __attribute__((device)) float __nv_nanf(const char*);
static __attribute__((device)) inline double nan(const char* __payload) { return __nv_nan(__payload); }
static __attribute__((device)) inline float nanf(const char* __payload) { return __nv_nanf(__payload); }
