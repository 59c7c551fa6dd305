"""-use_fast_math on CUDA C++: every function that CUDA's documentation lists becomes what nvcc makes of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from opencicc.cli.main import main
from opencicc.errors import ToolError
from opencicc.frontend import toolchain

# The instructions of each function, in the ftz forms that the flag asks for; a plain name also stands for std:: and ::.
EXPECTED = {
    "p[0] = sinf(p[1])": ["sin.approx.ftz.f32"],
    "p[0] = cosf(p[1])": ["cos.approx.ftz.f32"],
    "p[0] = tanf(p[1])": ["sin.approx.ftz.f32", "cos.approx.ftz.f32", "div.approx.ftz.f32"],
    "p[0] = tanhf(p[1])": ["tanh.approx.f32"],
    "p[0] = std::tanh(p[1])": ["tanh.approx.f32"],
    "sincosf(p[1], p, p + 2)": ["sin.approx.ftz.f32", "cos.approx.ftz.f32"],
    "p[0] = expf(p[1])": ["mul.ftz.f32", "ex2.approx.ftz.f32"],
    "p[0] = exp10f(p[1])": ["mul.ftz.f32", "ex2.approx.ftz.f32"],
    "p[0] = exp2f(p[1])": ["ex2.approx.ftz.f32"],
    "p[0] = logf(p[1])": ["lg2.approx.ftz.f32", "mul.ftz.f32"],
    "p[0] = log2f(p[1])": ["lg2.approx.ftz.f32"],
    "p[0] = log10f(p[1])": ["lg2.approx.ftz.f32", "mul.ftz.f32"],
    "p[0] = powf(p[1], p[2])": ["lg2.approx.ftz.f32", "mul.ftz.f32", "ex2.approx.ftz.f32"],
    "p[0] = std::pow(p[1], p[2])": ["lg2.approx.ftz.f32", "mul.ftz.f32", "ex2.approx.ftz.f32"],
    "p[0] = fdividef(p[1], p[2])": ["div.approx.ftz.f32"],
    "p[0] = p[1] / p[2]": ["div.approx.ftz.f32"],
    "p[0] = 1 / p[2]": ["rcp.approx.ftz.f32"],
    "p[0] = sqrtf(p[1])": ["sqrt.approx.ftz.f32"],
    "p[0] = rsqrtf(p[1])": ["rsqrt.approx.ftz.f32"],
    "p[0] = 1 / sqrtf(p[1])": ["rsqrt.approx.ftz.f32"],
    "p[0] = p[1] * p[2] + p[3]": ["fma.rn.ftz.f32"],
    "q[0] = q[1] / q[2]": ["div.rn.f64"],  # the flag is about single precision
}
SOURCE = "".join(
    f'extern "C" __global__ void k{number}(float* p, double* q) {{ {text}; }}\n' for number, text in enumerate(EXPECTED)
)
_KERNEL = re.compile(r"\.entry (\w+)\(.*?\n\{(.*?)\n\}", re.DOTALL)
_PLUMBING = ("ld.", "st.", "cvta.", "mov.", "ret", "add.s64", "add.u64")


def operations(ptx: str) -> dict[str, Counter[str]]:
    """The arithmetic of each kernel, counted; a product that is written `.rn` is the same where no sum follows."""
    found = {}
    for name, body in _KERNEL.findall(ptx):
        words = [line.split()[0].rstrip(";") for line in body.splitlines() if re.match(r"\s+[a-z]", line)]
        words = [re.sub(r"^(mul|add)\.rn\.", r"\1.", word) for word in words]
        found[name] = Counter(word for word in words if not word.startswith(_PLUMBING))
    return found


def compile_cuda(folder: Path, *flags: str) -> str:
    try:
        toolchain.find_clang("")
        toolchain.find_headers("")
    except ToolError as error:
        pytest.skip(f"CUDA C++ can't be compiled here: {error.what}")
    (folder / "fast.cu").write_text(SOURCE)
    assert main([str(folder / "fast.cu"), "-arch=sm_90", *flags, "-o", str(folder / "fast.ptx")]) == 0
    return (folder / "fast.ptx").read_text()


def test_each_function_becomes_the_approximate_instructions(tmp_path: Path) -> None:
    found = operations(compile_cuda(tmp_path, "-use_fast_math"))
    assert found == {f"k{number}": Counter(words) for number, words in enumerate(EXPECTED.values())}


def test_without_the_flag_they_stay_precise(tmp_path: Path) -> None:
    found = operations(compile_cuda(tmp_path))
    assert not [
        word for words in found.values() for word in words if word.startswith(("sin", "cos", "tanh", "div.approx"))
    ]
    assert all(
        found[f"k{number}"] != Counter(words) for number, words in enumerate(EXPECTED.values()) if "64" not in words[0]
    )


@pytest.mark.parametrize("flags", [(), ("-prec-div=true",), ("-ftz=false",), ("-prec-sqrt=true",)], ids=" ".join)
def test_same_instructions_as_nvcc(tmp_path: Path, flags: tuple[str, ...]) -> None:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        pytest.skip("nvcc is not installed: it shows what -use_fast_math means")
    ours = operations(compile_cuda(tmp_path, "-use_fast_math", *flags))
    files = [str(tmp_path / name) for name in ("fast.cu", "nvcc.ptx")]
    command = [nvcc, "-arch=sm_90", "-use_fast_math", *flags, "-ptx", files[0], "-o", files[1]]
    subprocess.run(command, check=True)
    assert ours == operations((tmp_path / "nvcc.ptx").read_text())
