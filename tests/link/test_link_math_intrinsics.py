"""Every math intrinsic in every type compiles, and means the libdevice function of its name."""

import math

import numpy as np
import pytest

import opencicc
from opencicc.cli.main import main
from opencicc.link import math_intrinsics

TYPES = {
    "f16": "half",
    "bf16": "bfloat",
    "f32": "float",
    "f64": "double",
    "v2f32": "<2 x float>",
    "v3f16": "<3 x half>",
}
TWO = ("pow", "atan2")


def module(name: str, kind: str, result: str) -> str:
    type_ = TYPES[kind]
    params = f"{type_}, {type_}" if name in TWO else f"{type_}, i32" if name == "powi" else type_
    given = f"{type_} %x, {type_} %x" if name in TWO else f"{type_} %x, i32 %n" if name == "powi" else f"{type_} %x"
    suffix = f"{kind}.i32" if name == "powi" else f"i64.{kind}" if result == "i64" else kind
    result = result.replace("T", type_)
    return f"""
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {{
  %x = load {type_}, ptr %q
  %r = call {result} @llvm.{name}.{suffix}({given})
  store {result} %r, ptr %p
  ret void
}}
declare {result} @llvm.{name}.{suffix}({params})
"""


RESULTS = {
    **dict.fromkeys(math_intrinsics.VALUES, "T"),
    **dict.fromkeys(math_intrinsics.PAIRS, "{ T, T }"),
    **dict.fromkeys(math_intrinsics.INTEGERS, "i64"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_all_types_compile(name):
    for kind in TYPES:
        if RESULTS[name] == "i64" and kind.startswith("v"):
            continue
        result = opencicc.compile(module(name, kind, RESULTS[name]), arch="sm_90")
        assert [kernel.name for kernel in result.kernels] == ["k"], kind


NAMES = "sin cos tan asin acos atan sinh cosh tanh exp exp2 log log2 log10".split()


def test_they_compute_what_they_are_called(tmp_path):
    """All of them in one kernel, executed."""
    calls = "".join(
        f"""  %r{i} = call double @llvm.{name}.f64(double %x)
  %p{i} = getelementptr double, ptr %p, i32 {i}
  store double %r{i}, ptr %p{i}
"""
        for i, name in enumerate(NAMES)
    )
    declarations = "".join(f"declare double @llvm.{name}.f64(double)\n" for name in NAMES)
    text = f"define ptx_kernel void @k(ptr %p, double %x) {{\n{calls}  ret void\n}}\n{declarations}"
    (tmp_path / "k.ptx").write_text(opencicc.compile(text, arch="sm_90").ptx)
    saved = str(tmp_path / "k.npz")
    launch = ["--kernel", "k", "--grid", "1", "--block", "1", "--arg", f"f64[{len(NAMES)}]=zeros", "--arg", "f64=0.5"]
    assert main(["run", str(tmp_path / "k.ptx"), *launch, "--save", saved]) == 0
    (found,) = np.load(saved).values()
    assert found == pytest.approx([getattr(math, name, lambda x: 2.0**x)(0.5) for name in NAMES], rel=1e-14)
