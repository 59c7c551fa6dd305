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

#include <opencicc_cache_operators.h>
#include <opencicc_host_minmax.h>
#include <opencicc_legacy_warp.h>
#include <opencicc_nv_atomics.h>
#include <opencicc_shared_objects.h>
#include <opencicc_simd.h>
