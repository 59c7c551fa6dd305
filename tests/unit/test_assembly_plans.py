"""Which templates of inline assembly are known as a whole, whatever else they look like."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.passes.assembly.plan import plan_for

KNOWN = [
    ("cvt.f32.f16 $0, $1;", "=f,h"),
    ("{  cvt.rn.f16.f32 $0, $1;}\n", "=h,f"),
    ("{.reg .f16 low,high;\n mov.b32 {low,high}, $1;\n mov.b16 $0, high;}", "=h,r"),
    ("{ .reg.pred __$$p; setp.geu.bf16 __$$p, $1, $2; selp.u16 $0, 1, 0, __$$p; }", "=h,h,h"),
    ("ld.global.nc.v4.f32 {$0, $1, $2, $3}, [$4];", "=f,=f,=f,=f,l"),
    ("fma.rn.f16x2 $0, $1, $2, $0;", "=r,r,r,0"),
    ("mov.b64 $0, {$1, $2};", "=l,r,r"),
    ("mov.u32 $0, %laneid;", "=r"),
    ("mov.b32 $0, -1;", "=r"),
]
UNKNOWN = [
    ("", ""),
    ("bar.sync 0;", ""),
    ("add.f16 $0, $1, $2;", "=h,h,h"),  # single halves
    ("add.sat.f16x2 $0, $1, $2;", "=r,r,r"),
    ("add.ftz.f16x2 $0, $1, $2;", "=r,r,r"),
    ("cvt.rz.f16.f32 $0, $1;", "=h,f"),
    ("mov.u32 $0, %clock;", "=r"),
    ("mov.u32 $0, WARP_SZ;", "=r"),
    ("mov.f32 $0, 0f3F800000;", "=f"),
    ("mov.b32 $0, $1", "=r,r,~{memory}"),
    ("mov.b32 $0, $1", "=r,n"),
    ("mov.b32 $0, $1; // a mark", "=r,r"),
    ("@%p mov.b32 $0, $1;", "=r,r"),
    ("{ mov.b32 $0, $1; { mov.b32 $0, $1; } }", "=r,r"),
    ("L: mov.b32 $0, $1;", "=r,r"),
    ("{ .reg .v t; mov.b32 $0, $1; }", "=r,r"),
    ("mov.b32 $0, t;", "=r,r"),
    ("{ .reg .pred p; setp.lt.f16 p, $1, $1; mov.b16 $0, p; }", "=h,h"),
    ("{ .reg .pred p; setp.lt.f16x2 p, $1, $1; selp.b32 $0, $1, 0, p; }", "=r,r"),
    ("selp.b32 $0, $1, $2, $3;", "=r,r,r,r"),  # a number is no predicate
    ("setp.lt.f16 p|q, $1, $1;", "=h,h"),
    ("ld.global.u32 $0, [$1];", "=r,l"),
    ("ld.global.nc.L1::no_allocate.u32 $0, [$1];", "=r,l"),
    ("ld.global.nc.u32 $0, [$1+4];", "=r,l"),
    ("ld.global.nc.v2.u32 $0, [$1];", "=r,l"),  # two values for one register
    ("cvt.f32.f16 {$0, $1}, $2;", "=f,=f,h"),
    ("mov.b32 $0, $2;", "=r,=r,r"),  # $1 is never made
]


@pytest.mark.parametrize(("text", "constraints"), KNOWN)
def test_known_templates_compile_to_what_ir_says(text: str, constraints: str) -> None:
    assert plan_for(text, constraints) is not None


@pytest.mark.parametrize(("text", "constraints"), UNKNOWN)
def test_what_is_not_known_as_a_whole_stays(text: str, constraints: str) -> None:
    assert plan_for(text, constraints) is None


def test_numbers_with_a_sign_and_shared_registers() -> None:
    ir = """
target triple = "nvptx64-nvidia-cuda"
define i32 @f(i32 %a, i32 %b, i32 %c) {
  %m = call i32 asm "mov.b32 $0, -1;", "=r"()
  %s = call i32 asm "fma.rn.f16x2 $0, $1, $2, $0;", "=r,r,r,0"(i32 %a, i32 %b, i32 %c)
  %r = xor i32 %m, %s
  ret i32 %r
}
"""
    ptx = opencicc.compile(ir, "sm_90").ptx
    assert "asm" not in ptx
    assert "fma.rn.f16x2" in ptx and "not.b32" in ptx
