"""__nv_atomic_... and the loads and stores with cache operators: nvcc's instructions, and right results."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from opencicc.cli.main import main
from opencicc.emulate import launch
from opencicc.errors import ToolError
from opencicc.frontend import toolchain
from tests.frontend.test_frontend_headers import toolkit, wheels
from tests.support import assemble

SCALARS = {
    "char": "i1", "signed char": "i1", "unsigned char": "u1", "short": "i2", "unsigned short": "u2", "int": "i4",
    "unsigned": "u4", "long": "i8", "unsigned long": "u8", "long long": "i8", "unsigned long long": "u8",
    "float": "f4", "double": "f8",
}  # fmt: skip
PAIRS = "char2 uchar2 short2 ushort2 int2 uint2 longlong2 ulonglong2 float2 double2".split()
FOURS = "char4 uchar4 short4 ushort4 int4 uint4 float4".split()
LOADS, STORES = "__ldca __ldcg __ldcs __ldlu __ldcv".split(), "__stwb __stcg __stcs __stwt".split()
TYPES = [*SCALARS, *PAIRS, *FOURS]

ATOMICS = """
extern "C" __global__ void words(int* p, unsigned* u, long long* q, float* f, int v) {
    int r;
    __nv_atomic_load(p, &r, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    p[1] = r + __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED);
    __nv_atomic_store(p + 2, &v, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_store_n(p + 3, v, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_CLUSTER);
    __nv_atomic_exchange(p + 4, &v, &r, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_THREAD);
    p[5] = r + __nv_atomic_exchange_n(p + 4, 7, __NV_ATOMIC_CONSUME, __NV_THREAD_SCOPE_SYSTEM);
    r = 6;
    p[7] = __nv_atomic_compare_exchange(p + 6, &r, &v, true, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    p[8] = __nv_atomic_compare_exchange_n(p + 6, &r, 5, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_SEQ_CST);
    p[9] = r;
    p[11] = __nv_atomic_fetch_add(p + 10, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_sub(p + 10, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_min(p + 12, -5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_max(u, 0x80000000u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_and(u + 1, 6u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_or(u + 2, 8u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_xor(u + 3, 3u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_min(q, -9ll, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_fetch_add(f, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_sub(f + 1, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
}
struct alignas(16) Wide { long long a, b; };
extern "C" __global__ void sizes(unsigned char* b, unsigned short* s, Wide* w, double* d) {
    b[1] = __nv_atomic_load_n(b, __NV_ATOMIC_RELAXED) + 1;
    __nv_atomic_store_n(b + 2, 9, __NV_ATOMIC_RELAXED);
    unsigned short old = 3;
    s[1] = __nv_atomic_compare_exchange_n(s, &old, 4, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    Wide x;
    __nv_atomic_load(w, &x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    x.a += x.b;
    __nv_atomic_store(w + 1, &x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_exchange(d, d + 1, d + 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
"""


def compile_cuda(folder: Path, source: str, *flags: str) -> str:
    try:
        toolchain.find_clang("")
        toolchain.find_headers("")
    except ToolError as error:
        pytest.skip(f"CUDA C++ can't be compiled here: {error.what}")
    (folder / "kernel.cu").write_text(source)
    assert main([str(folder / "kernel.cu"), "-arch=sm_90", *flags, "-o", str(folder / "kernel.ptx")]) == 0
    ptx = (folder / "kernel.ptx").read_text()
    assemble(ptx, "sm_90")
    return ptx


def by_nvcc(folder: Path, source: str) -> str:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        pytest.skip("nvcc is not installed: its instructions are the ones to have")
    (folder / "kernel.cu").write_text(source)
    subprocess.run([nvcc, "-arch=sm_90", "-ptx", folder / "kernel.cu", "-o", folder / "nvcc.ptx"], check=True)
    return (folder / "nvcc.ptx").read_text()


@pytest.fixture(params=[toolkit, pytest.param(wheels, marks=pytest.mark.slow)], ids=["toolkit", "wheels"])
def headers(request: pytest.FixtureRequest) -> str:
    root: str = request.param()
    if not Path(root, "include", "nv", "target").is_file():
        pytest.skip(f"no complete CUDA headers from the {request.param.__name__}")
    return f"--cuda-path={root}"


def test_atomics_compute(tmp_path: Path, headers: str) -> None:
    ptx = compile_cuda(tmp_path, ATOMICS, headers)
    p, u = np.arange(13, dtype=np.int32), np.array([1, 7, 1, 1], np.uint32)
    q, f = np.array([4], np.int64), np.array([1, 1], np.float32)
    launch(ptx, "words", 1, 1, [p, u, q, f, np.int32(50)])
    # p[6] held 6: the first exchange made it 50, the second wanted 6 again and saw 50.
    assert p.tolist() == [0, 0, 50, 50, 7, 54, 50, 1, 0, 50, 59, 10, -5]
    assert u.tolist() == [0x80000000, 6, 9, 2] and q.tolist() == [-9] and f.tolist() == [1.5, 0.5]


def test_atomics_of_other_sizes(tmp_path: Path) -> None:
    ptx = compile_cuda(tmp_path, ATOMICS)
    words = re.findall(r"^\s*((?:ld|st|atom)\.[\w.]+)", ptx.split(".entry sizes")[1], re.MULTILINE)
    for word in ("ld.relaxed.sys.b8", "st.relaxed.sys.b8", "atom.cas.relaxed.gpu.b16", "ld.relaxed.gpu.b128",
                 "st.relaxed.gpu.b128", "atom.exch.relaxed.gpu.b64"):  # fmt: skip
        assert word in words, word


def ordered_words(ptx: str) -> list[str]:
    """What says an order or a scope, in the order it stands there."""
    return re.findall(r"^\s*((?:fence|atom)\.[\w.]+|(?:ld|st)\.(?:relaxed|acquire|release)[\w.]+)", ptx, re.MULTILINE)


def test_atomics_are_the_instructions_of_nvcc(tmp_path: Path) -> None:
    theirs = ordered_words(by_nvcc(tmp_path, ATOMICS))
    assert ordered_words(compile_cuda(tmp_path, ATOMICS)) == theirs


@pytest.mark.parametrize(
    "call", ["__nv_atomic_load_n(p, o)", "__nv_atomic_fetch_add(p, 1, 9)", "__nv_atomic_store_n(p, 1, __NV_ATOMIC_ACQUIRE)",
             "__nv_atomic_fetch_min((float*)p, 1.0f, 0)", "__nv_atomic_exchange_n((short*)p, 1, 0)"]
)  # fmt: skip
def test_atomics_that_nvcc_refuses_are_errors(tmp_path: Path, call: str) -> None:
    (tmp_path / "bad.cu").write_text(f"__global__ void kernel(int* p, int o) {{ {call}; }}")
    assert main([str(tmp_path / "bad.cu"), "-arch=sm_90", "-o", str(tmp_path / "bad.ptx")]) != 0


def size_bytes(type: str) -> int:
    if type in SCALARS:
        return np.dtype(SCALARS[type]).itemsize
    element = {"char": 1, "short": 2, "int": 4, "longlong": 8, "float": 4, "double": 8}[type[:-1].removeprefix("u")]
    return element * int(type[-1])


def cache_kernels() -> str:
    """One kernel for each type: each function copies four values to a place of its own."""
    text = ""
    for index, type in enumerate(TYPES):
        copies = [f"p[{4 * place} + i] = {name}(q + i);" for place, name in enumerate(LOADS)]
        copies += [f"{name}(p + {4 * place} + i, q[i]);" for place, name in enumerate(STORES, len(LOADS))]
        words = f"{type}* p, {type}* q) {{ int i = threadIdx.x; {' '.join(copies)} }}"
        text += f'extern "C" __global__ void copy{index}({words}\n'
    return text


def cached_words(ptx: str) -> dict[str, list[str]]:
    """The accesses with a cache operator of each kernel, in their order."""
    kernels = re.findall(r"\.entry (\w+)\(.*?\n\{(.*?)\n\}", ptx, re.DOTALL)
    access = re.compile(r"((?:ld|st)\.global\.(?:ca|cg|cs|lu|cv|wb|wt)[\w.]*)")
    return {name: access.findall(body) for name, body in kernels}


def test_cache_operators_on_every_type(tmp_path: Path, headers: str) -> None:
    ptx = compile_cuda(tmp_path, cache_kernels(), headers)
    words, functions = cached_words(ptx), [*LOADS, *STORES]
    for index, type in enumerate(TYPES):
        assert [word.split(".")[2] for word in words[f"copy{index}"]] == [name[4:] for name in functions]
        source = np.random.default_rng(index).integers(1, 256, 4 * size_bytes(type), np.uint8)
        out = np.zeros(len(functions) * len(source), np.uint8)
        launch(ptx, f"copy{index}", 1, 4, [out, source])
        assert (out.reshape(len(functions), -1) == source).all(), type


def test_cache_operators_are_those_of_nvcc(tmp_path: Path) -> None:
    theirs = cached_words(by_nvcc(tmp_path, cache_kernels()))
    assert cached_words(compile_cuda(tmp_path, cache_kernels())) == theirs


def test_waiting_load_stays_in_its_loop(tmp_path: Path) -> None:
    source = 'extern "C" __global__ void wait(int* flag, int* p) { while (__ldcg(flag) == 0) {} p[0] = __ldcg(p + 1); }'
    body = compile_cuda(tmp_path, source)
    loop = re.search(r"(\$L\w+):(.*?)\n\s*@!?%p\d+\s+bra(?:\.uni)?\s+\1;", body, re.DOTALL)
    assert loop and "ld.global.cg" in loop[2]
