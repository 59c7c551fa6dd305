"""CUDA C++ through nvcc's spellings and through opencicc.compile: headers, rules for make, cubins, fatbins, dry runs."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

import opencicc
from opencicc import tools
from opencicc.frontend import toolchain
from tests.shell import opencicc as run

SOURCE = """\
#include <factor.h>
__device__ float times(float v) { return v * FACTOR; }
extern "C" __global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = times(x[i]);
}
"""
PLAIN = "__global__ void k(float *x) { x[threadIdx.x] = sinf(x[threadIdx.x]); }\n"
needs_ptxas = pytest.mark.skipif(tools.find_tool("ptxas") is None, reason="needs ptxas")
needs_fatbinary = pytest.mark.skipif(tools.find_tool("fatbinary") is None, reason="needs fatbinary")


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("inc").mkdir()
    Path("inc/factor.h").write_text("#ifndef FACTOR\n#define FACTOR 2.0f\n#endif\n")
    Path("seven.h").write_text("#define FACTOR 7.0f\n")
    Path("k.cu").write_text(SOURCE)
    return tmp_path


def succeeds(*words: str) -> str:
    outcome = run(*words)
    assert outcome.code == 0, outcome.err
    return outcome.out + outcome.err


def test_system_headers_pre_includes_and_a_rule_for_make(project):
    succeeds(
        "k.cu",
        "-ptx",
        "-arch=sm_90",
        "-isystem",
        "inc",
        "-include",
        "seven.h",
        "-MD",
        "-MF",
        "k.d",
        "-MT",
        "out",
        "-o",
        "k.ptx",
    )
    assert "0f40E00000" in Path("k.ptx").read_text()  # 7.0
    rule = Path("k.d").read_text().replace("\\\n", " ").split()
    assert rule[0] == "out:" and {"k.cu", "inc/factor.h", "seven.h"} <= set(rule)


def test_the_rule_is_named_after_the_output_unless_told_otherwise(project):
    succeeds("k.cu", "-ptx", "-arch=sm_90", "-Iinc", "-MD", "-o", "made.ptx")
    assert Path("made.d").read_text().startswith("made.ptx:")


def test_source_lines_stand_in_the_ptx(project):
    ptx = succeeds("k.cu", "-arch=sm_90", "-Iinc", "-show-src", "-o", "-")
    assert "// k.cu:5  if (i < n) x[i] = times(x[i]);" in ptx


@needs_ptxas
def test_a_cubin_for_another_architecture_than_its_ptx(project):
    said = succeeds("k.cu", "-Iinc", "-cubin", "-arch=compute_80", "-code=sm_86", "-Xptxas", "-v", "-o", "k.cubin")
    assert Path("k.cubin").read_bytes()[:4] == b"\x7fELF"
    assert "scale: PTX 9.0, sm_80" in said and "registers" in said


@needs_fatbinary
@needs_ptxas
def test_a_fatbin_has_every_architecture(project):
    codes = ("-gencode", "arch=compute_80,code=sm_80", "--generate-code=arch=compute_90,code=[sm_90,compute_90]")
    succeeds("k.cu", "-Iinc", "-fatbin", *codes, "-o", "k.fatbin")
    data = Path("k.fatbin").read_bytes()
    assert data[:4] == b"\x50\xed\x55\xba"  # the container's magic number
    assert images_of(data) == [(2, 80), (2, 90), (1, 90)]


def images_of(fatbin: bytes) -> list[tuple[int, int]]:
    """(kind, architecture) of each image: 1 is PTX, 2 a cubin."""
    found, at, end = [], 16, 16 + int.from_bytes(fatbin[8:16], "little")
    while at < end:
        kind, header, size = (int.from_bytes(fatbin[at + a : at + b], "little") for a, b in ((0, 2), (4, 8), (8, 16)))
        found.append((kind, int.from_bytes(fatbin[at + 28 : at + 32], "little")))
        at += header + size
    return found


def test_a_dry_run_shows_the_lines_of_clang_ptxas_and_fatbinary(project):
    said = succeeds(
        "k.cu", "-Iinc", "-DX=1", "-dryrun", "-fatbin", "-gencode", "arch=compute_90,code=[sm_90,compute_90]"
    )
    clang, own, ptxas, fatbinary = said.splitlines()
    words = shlex.split(clang)
    assert "clang" in words[0] and {"--cuda-gpu-arch=sm_90", "-Iinc", "-DX=1", "k.cu"} <= set(words)
    assert own == "k.cu -> LNK -> OPT -> LLC -> MACH (O3, sm_90) -> k.sm_90.ptx"
    assert shlex.split(ptxas)[1:] == ["-v", "-arch=sm_90", "k.sm_90.ptx", "-o", "k.sm_90.cubin"]
    assert shlex.split(fatbinary)[1:] == [
        "--create=k.fatbin",
        "-64",
        "--image3=kind=elf,sm=90,file=k.sm_90.cubin",
        "--image3=kind=ptx,sm=90,file=k.sm_90.ptx",
    ]
    assert not list(project.glob("*.fatbin"))


def test_several_architectures_do_not_fit_into_one_ptx(project):
    outcome = run("k.cu", "-ptx", "-arch=all-major")
    assert outcome.code == 2
    assert "--emit=ptx has room for one architecture, and the options name several: sm_75, sm_80" in outcome.err


def test_native_is_this_machine_s_gpu(project, monkeypatch):
    tool = project / "nvidia-smi"
    tool.write_text("#!/bin/sh\necho 8.9\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(project), prepend=":")
    assert ".target sm_89\n" in succeeds("k.cu", "-Iinc", "-arch=native", "-o", "-")
    tool.write_text("#!/bin/sh\nexit 9\n")
    outcome = run("k.cu", "-Iinc", "-arch=native", "-o", "-")
    assert "-arch=native: this machine has no NVIDIA GPU" in outcome.err


def test_compile_takes_cuda_source():
    result = opencicc.compile(PLAIN, arch="sm_90", options={"use-fast-math": True})
    assert [kernel.name for kernel in result.kernels] == ["_Z1kPf"]
    assert "sin.approx" in result.ptx and not result.image


@needs_ptxas
def test_compile_makes_a_cubin_with_its_figures():
    result = opencicc.compile(PLAIN, arch="sm_90", emit="cubin")
    (kernel,) = result.kernels
    assert result.image[:4] == b"\x7fELF"
    assert kernel.registers and kernel.resident_warps and kernel.spill_bytes == 0


@needs_fatbinary
@needs_ptxas
def test_compile_makes_a_fatbin_of_several_architectures():
    result = opencicc.compile(PLAIN, arch=["sm_80", "sm_90", "compute_90"], emit="fatbin")
    assert images_of(result.image) == [(2, 80), (2, 90), (1, 90)]
    assert result.kernels[0].registers


def test_compile_gives_ir_too():
    assert b"define" in opencicc.compile(PLAIN, arch="sm_90", emit="ll").image
    assert opencicc.compile(PLAIN, arch="sm_90", emit="bc").bitcode[:2] == b"BC"


def test_errors_in_the_source_name_its_line():
    with pytest.raises(opencicc.InputError) as caught:
        opencicc.compile("__global__ void k(float *x) {\n  y = 1;\n}\n", arch="sm_90", name="k.cu")
    assert caught.value.at == "k.cu:2:3"


HOST = """__global__ void scale(float *x, float a) { x[threadIdx.x] *= a; }
int main() { scale<<<1, 32>>>(nullptr, 2.0f); }
"""


@needs_ptxas
@needs_fatbinary
def test_clang_puts_our_fatbin_into_an_object_with_host_code(tmp_path, monkeypatch):
    """docs/nvcc.md: what to do instead of -c."""
    monkeypatch.chdir(tmp_path)
    toolkit = next((place for place in (os.environ.get("CUDA_HOME"), "/usr/local/cuda") if place), "")
    Path("app.cu").write_text(HOST)
    refused = run("app.cu", "-c", "-arch=sm_90", "-o", "app.o")
    assert refused.code == 2 and "-fatbin" in refused.err and "docs/nvcc.md" in refused.err
    succeeds("app.cu", "-fatbin", "-arch=sm_90", "-o", "app.fatbin")
    Path("curand_mtgp32_kernel.h").touch()  # clang's own header wants it, and not every toolkit has it
    command = [
        toolchain.find_clang(),
        "-x",
        "cuda",
        "--cuda-host-only",
        f"--cuda-path={toolkit}",
        "-I.",
        "-c",
        "app.cu",
    ]
    command += [
        "-Wno-unknown-cuda-version",
        "-Xclang",
        "-fcuda-include-gpubinary",
        "-Xclang",
        "app.fatbin",
        "-o",
        "app.o",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"clang can't compile host code with the CUDA that is here: {done.stderr[-300:]}")
    assert Path("app.fatbin").read_bytes() in Path("app.o").read_bytes()
