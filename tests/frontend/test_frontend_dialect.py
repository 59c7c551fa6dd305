"""CUDA C++ that nvcc takes and clang alone does not, compiled as a user would, and executed in the emulator."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from opencicc.cli.main import main
from opencicc.emulate import launch
from opencicc.errors import ToolError
from opencicc.frontend import toolchain
from tests.frontend.test_frontend_headers import toolkit, wheels
from tests.support import assemble

Compile = Callable[..., str]


@pytest.fixture(params=[toolkit, pytest.param(wheels, marks=pytest.mark.slow)], ids=["toolkit", "wheels"])
def root(request: pytest.FixtureRequest) -> str:
    """A folder of CUDA headers: each test runs with the toolkit's and with the wheels'."""
    found: str = request.param()
    if not Path(found, "include", "nv", "target").is_file():
        pytest.skip(f"no complete CUDA headers from the {request.param.__name__}")
    return found


@pytest.fixture
def compile_cuda(tmp_path: Path, root: str, capfd: pytest.CaptureFixture[str]) -> Compile:
    """compile_cuda(source, *flags) gives the PTX, which ptxas has taken; `compile_cuda.said` is standard error."""
    try:
        toolchain.find_clang("")
    except ToolError as error:
        pytest.skip(f"CUDA C++ can't be compiled here: {error.what}")

    def run(source: str, *flags: str) -> str:
        path = tmp_path / "kernel.cu"
        path.write_text(source)
        code = main([str(path), "-arch=sm_90", f"--cuda-path={root}", "-o", "-", *flags])
        done = capfd.readouterr()
        run.said = done.err  # type: ignore[attr-defined]
        assert code == 0, done.err
        assemble(done.out, "sm_90")
        return done.out

    return run


def said(compile_cuda: Compile) -> str:
    return str(compile_cuda.said)  # type: ignore[attr-defined]


def test_host_code_has_min_and_max_of_every_type(compile_cuda: Compile) -> None:
    source = """
int host(int a, unsigned b, long c, unsigned long d, float e, double f, short g) {
    static_assert(sizeof(min(a, b)) == 4 && sizeof(max(c, d)) == 8 && sizeof(min(e, f)) == 8, "");
    return min(a, 3) + max(b, 2u) + min(c, 5l) + max(d, c) + min(e, 2.0f) + max(f, e) + min(g, g);
}
extern "C" __global__ void kernel(int* p) { p[0] = min(p[1], 3) + max(p[2], p[3]); }
"""
    out = np.array([0, 7, 20, 30], np.int32)
    launch(compile_cuda(source), "kernel", 1, 1, [out])
    assert out[0] == 33


def test_own_min_and_max_go_first(compile_cuda: Compile) -> None:
    source = """
#include <algorithm>
using namespace std;
static inline int min(int a, int b) { return 1; }
template <class T> T max(T a, T b) { return 2; }
long both(long a, int b) { return min(b, 3) + min(a, a) + max(a, a); }
__global__ void kernel(int* p) {}
"""
    compile_cuda(source)
    with pytest.raises(AssertionError, match="ambiguous"):
        compile_cuda("int host(long a, int b) { return min(a, b); }")  # nvcc does not know which either


def test_macros_of_nvcc(compile_cuda: Compile, root: str) -> None:
    version = toolchain.find_headers(root).version
    source = f"""
#if __CUDACC__ != 1 || __NVCC__ != 1 || __CUDACC_VER_MAJOR__ != {version // 1000}
#error "not as nvcc has them"
#endif
#if __CUDACC_VER_MINOR__ != {version % 1000 // 10} || !defined(__CUDACC_VER_BUILD__)
#error "not as nvcc has them"
#endif
__global__ void kernel() {{}}
"""
    compile_cuda(source)
    gone = "#if defined(__NVCC__) || defined(__CUDACC_VER_MAJOR__) || __CUDACC__ != 1\n#error\n#endif\n__global__ void k() {}"
    compile_cuda(gone, "--nvcc-macros=0")


def test_register_is_a_word_without_meaning(compile_cuda: Compile) -> None:
    source = """
__device__ int twice(register int x) { register int y = x; return y * 2; }
extern "C" __global__ void kernel(int* p) { register int i = threadIdx.x; p[i] = twice(p[i]); }
"""
    out = np.array([3, 4], np.int32)
    launch(compile_cuda(source), "kernel", 1, 2, [out])
    assert out.tolist() == [6, 8]
    assert said(compile_cuda) == ""


SHARED = """
struct Counter {
    int n;
    __device__ Counter() : n(1) {}
    __device__ ~Counter() { n = 2; }
    __device__ void raise() { atomicAdd(&n, 1); }
};
extern "C" __global__ void kernel(int* p) {
    __shared__ Counter one, many[3];
    if (threadIdx.x == 0) { one.n = 10; many[0].n = 0; many[2].n = 20; }
    __syncthreads();
    one.raise();
    many[2].raise();
    __syncthreads();
    p[threadIdx.x] = one.n + many[2].n;
}
template <class T> __global__ void instance(int* p) { __shared__ T object; object.n = 1; p[0] = object.n; }
template __global__ void instance<Counter>(int*);
"""


def test_shared_object_is_not_constructed_and_a_warning_says_so(compile_cuda: Compile) -> None:
    out = np.zeros(32, np.int32)
    launch(compile_cuda(SHARED), "kernel", 1, 32, [out])
    assert set(out.tolist()) == {10 + 32 + 20 + 32}
    places = re.findall(
        r"kernel\.cu:(\d+):(\d+): warning: the constructor of a __shared__ object is not run", said(compile_cuda)
    )
    assert places == [("9", "24"), ("9", "29"), ("17", "68")]


def test_shared_object_keeps_alignment_and_size(compile_cuda: Compile) -> None:
    source = """
#include <cuda/barrier>
struct Wide { char c[48]; __device__ Wide() : c{} {} };
extern "C" __global__ void kernel(int* p) {
    __shared__ alignas(128) Wide wide;
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    wide.c[threadIdx.x] = p[threadIdx.x];
    barrier.arrive_and_wait();
    p[threadIdx.x] = wide.c[31 - threadIdx.x] + sizeof(wide);
}
"""
    ptx = compile_cuda(source, "-w")
    assert re.search(r"\.shared \.align 128 \.b8 \w+\[48\]", ptx)
    assert said(compile_cuda) == ""


@pytest.mark.parametrize("declaration", ["Counter c(3);", "int c = 3;"])
def test_shared_variable_with_an_initializer_stays_an_error(compile_cuda: Compile, declaration: str) -> None:
    source = (
        f"struct Counter {{ int n; __device__ Counter(int) {{}} }}; __global__ void k() {{ __shared__ {declaration} }}"
    )
    with pytest.raises(AssertionError, match="initialization is not supported for __shared__ variables"):
        compile_cuda(source)
    with pytest.raises(AssertionError, match="initialization is not supported"):
        compile_cuda(SHARED, "-Werror")


def test_shuffles_and_votes_of_before_volta(compile_cuda: Compile) -> None:
    source = """
extern "C" __global__ void kernel(int* p, double* q) {
    int i = threadIdx.x, v = p[i];
    q[i] = __shfl(q[i], 5) + __shfl_xor(float(i), 1);
    p[i] = __shfl(v, 3) + 100 * __shfl_up(v, 1u) + 10000 * __shfl_down(v, 2, 16) + 1000000 * __shfl_xor(v, 1);
    if (i < 8) p[32 + i] = __any(i == 7) + 2 * __all(i < 8) + 4 * (__ballot(i & 1) == 0xaa);
}
"""
    p, q = np.arange(40, dtype=np.int32), np.arange(32, dtype=np.float64)
    launch(compile_cuda(source), "kernel", 1, 32, [p, q])
    i = np.arange(32)
    down = np.where(i % 16 < 14, i + 2, i)
    assert p[:32].tolist() == (3 + 100 * np.maximum(i - 1, 0) + 10000 * down + 1000000 * (i ^ 1)).tolist()
    assert p[32:].tolist() == [7] * 8
    assert q.tolist() == (5 + (i ^ 1)).tolist()
    names = re.findall(r"warning: '(\w+)\W.*? is deprecated", said(compile_cuda))
    assert set(names) == {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"}


def test_own_shuffle_goes_first(compile_cuda: Compile) -> None:
    source = """
inline __device__ int __shfl(int v, int lane, int width = 32) { return __shfl_sync(~0u, v, lane, width) + 1000; }
template <class T> __device__ T __shfl_down(T v, unsigned d) { return v + 2000; }
extern "C" __global__ void kernel(int* p) { p[threadIdx.x] = __shfl(7, 3) + __shfl_down(1, 1); }
"""
    out = np.zeros(32, np.int32)
    launch(compile_cuda(source), "kernel", 1, 32, [out])
    assert set(out.tolist()) == {3008}
    assert said(compile_cuda) == ""


def test_a_program_without_includes_has_what_nvccs_headers_bring(compile_cuda: Compile) -> None:
    source = """
template <class T> bool ok(T x) { return isfinite(x) && !isnan(x) && !isinf(x) && signbit(x); }
int host(int n) {
    assert(n);
    char text[4];
    memset(text, 0, 4);
    printf("%f %d\\n", double(clock()) / CLOCKS_PER_SEC, int(strlen(text)));
    return ok(1.0f) && ok(2.0) && isnan(float(n)) && time(nullptr) && abs(-n) && sqrt(double(n)) < rand();
}
extern "C" __global__ void kernel(float* p) {
    int* three = new int[3];
    three[0] = isfinite(p[0]) + 2 * isnan(p[1]) + 4 * isinf(p[2]) + 8 * signbit(p[3]);
    float* placed = new (p + 4) float;
    *placed = three[0];
    delete[] three;
    assert(p[0] == 1);
}
"""
    compile_cuda(source)


def test_own_names_of_what_nvccs_headers_bring_go_first(compile_cuda: Compile) -> None:
    source = """
#include <cmath>
using namespace std;
struct time { int isnan; };
namespace mine { template <class T> bool isfinite(T x) { return x == x; } bool t(float x) { return isfinite(x); } }
bool host(double x) { return isnan(x) || std::isinf(x) || isfinite(float(x)) || signbit(x); }
__global__ void kernel(int* p) {}
"""
    compile_cuda(source)


def test_nan_reads_its_text_as_in_c(compile_cuda: Compile) -> None:
    source = """
extern "C" __global__ void kernel(long long* d, int* f, const char* text) {
    d[0] = __double_as_longlong(nan(""));
    d[1] = __double_as_longlong(nan("0x5"));
    d[2] = __double_as_longlong(nan(text));
    f[0] = __float_as_int(nanf("7"));
    f[1] = __float_as_int(nanf(text));
}
"""
    d, f = np.zeros(3, np.int64), np.zeros(2, np.int32)
    launch(compile_cuda(source), "kernel", 1, 1, [d, f, np.frombuffer(b"12\0", np.int8).copy()])
    assert [hex(x) for x in d] == ["0x7ff8000000000000", "0x7ff8000000000005", "0x7ff800000000000c"]
    assert [hex(x) for x in f] == ["0x7fc00007", "0x7fc0000c"]


def test_a_class_without_a_function_of_its_own_has_a_table(compile_cuda: Compile) -> None:
    source = """
struct Base {
    int start;
    __device__ Base();
    __device__ virtual int step(int) = 0;
};
struct Sum : Base {
    int more;
    __device__ int step(int x) override { return x + more; }
};
__device__ __noinline__ int call(Base* base) { return base->step(base->start); }
__device__ __noinline__ Base::Base() { start = 3; }
extern "C" __global__ void kernel(int* p) {
    Sum sum;
    sum.more = p[1];
    p[0] = call(&sum);
}
"""
    compile_cuda(source)
