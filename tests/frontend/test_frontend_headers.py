"""CUDA's own headers through clang, from a toolkit and from wheels: one kernel for each of the usual ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import pytest

import opencicc
from opencicc.frontend import toolchain
from tests.support import assemble

Lower = Callable[..., str]

KERNELS = {
    "cuda_fp16": """
#include <cuda_fp16.h>
__global__ void kernel(__half2* p) { p[0] = __hfma2(p[1], p[2], __float2half2_rn(1.5f)); }""",
    "cuda_bf16": """
#include <cuda_bf16.h>
__global__ void kernel(__nv_bfloat16* p) { p[0] = __hmul(p[1], p[2]) + __float2bfloat16(0.5f); }""",
    "cuda_fp8": """
#include <cuda_fp8.h>
__global__ void kernel(__nv_fp8_e4m3* p, float* q) { p[0] = __nv_fp8_e4m3(q[0]); q[1] = float(p[1]); }""",
    "cooperative_groups": """
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void kernel(int* p) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    p[0] = cg::reduce(tile, p[threadIdx.x], cg::plus<int>());
    cg::this_cluster().sync();
}""",
    "host code": """
#include <cuda_runtime.h>
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <vector>
__global__ void kernel(std::uint32_t* p, int n) {
    assert(n > 3);
    printf("%d %f\\n", n, 2.5);
    p[0] = __popc(n) + min(n, 3) + __shfl_xor_sync(~0u, n, 3) + atomicAdd(p, 3u) + __ldg(p);
}
int main() {
    std::vector<int> v{3, 1};
    std::sort(v.begin(), v.end());
    kernel<<<1, 32>>>(nullptr, v[0]);
    return cudaDeviceSynchronize();
}""",
    "mma": """
#include <mma.h>
using namespace nvcuda;
__global__ void kernel(half* a, half* b, float* c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(left, a, 16);
    wmma::load_matrix_sync(right, b, 16);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}""",
    "cuda/atomic": """
#include <cuda/atomic>
__global__ void kernel(int* p) {
    cuda::atomic_ref<int, cuda::thread_scope_device>(*p).fetch_add(3, cuda::std::memory_order_relaxed);
}""",
    "textures": """
__global__ void kernel(cudaTextureObject_t t, float* p) { p[0] = tex2D<float>(t, 1.0f, 2.0f); }""",
}


def toolkit() -> str:
    return os.environ.get("CUDA_HOME") or toolchain.DEFAULT_TOOLKIT


def wheels() -> str:
    found = [os.path.join(entry, "nvidia", "cu13") for entry in sys.path]
    return next((folder for folder in found if os.path.isfile(os.path.join(folder, "include", "cuda_runtime.h"))), "")


@pytest.mark.slow
@pytest.mark.parametrize("place", [toolkit, wheels])
@pytest.mark.parametrize("name", KERNELS)
def test_kernel_compiles(name: str, place: object, lower: Lower) -> None:
    root = place()  # type: ignore[operator]
    if not os.path.isfile(os.path.join(root, "include", "nv", "target")):
        pytest.skip(f"no complete CUDA headers from the {place.__name__}")  # type: ignore[attr-defined]
    result = opencicc.compile(lower(KERNELS[name], cuda_path=root), arch="sm_90")
    assert [kernel.name for kernel in result.kernels]
    assemble(result.ptx, "sm_90")
