"""byval-calls: callees read the same parameter bytes, whatever the struct is made of, and get the same values."""

from __future__ import annotations

import numpy as np
import pytest

import opencicc
from opencicc.check import Case, check, find_pipeline

CALL = """target triple = "nvptx64-nvidia-cuda"
%struct = type {{ {fields} }}
define void @caller(ptr %f, ptr %p, i32 %n) {{
  call void %f(i32 %n, ptr byval(%struct) align {align} %p, i64 7)
  ret void
}}
"""


@pytest.mark.parametrize(
    ("fields", "align"),
    [
        ("float", 4),
        ("float, float, float", 4),
        ("double, double", 8),
        ("i8", 1),
        ("i8, i8, i8", 1),
        ("i16, i16, i16", 2),
        ("i64, i32, i32", 8),
        ("half, half", 2),
        ("bfloat, bfloat, bfloat", 2),
        ("[3 x float], { i32, i32 }", 4),
        ("<2 x float>, i64", 8),
        ("<4 x float>", 16),
        ("ptr, ptr addrspace(3), i32", 8),
        ("[16 x i64]", 8),
    ],
)
def test_the_prototype_stays_the_same(fields: str, align: int) -> None:
    ir = CALL.format(fields=fields, align=align)
    given, rewritten = (
        opencicc.compile(ir, arch="sm_90", options={"passes": text}).ptx
        for text in ("verify", "byval-calls,infer-address-spaces,sroa,dce")
    )
    prototypes = [[line for line in ptx.splitlines() if ".callprototype" in line] for ptx in (given, rewritten)]
    assert len(prototypes[0]) == 1
    assert prototypes[0] == prototypes[1]


KERNEL = """target triple = "nvptx64-nvidia-cuda"
%shape = type { float, [2 x float], i32 }
@table = internal addrspace(4) constant [2 x ptr] [ptr @near, ptr @far]
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define internal float @near(ptr byval(%shape) align 4 %s, float %x) noinline {
  %at = getelementptr i8, ptr %s, i64 8
  %b = load float, ptr %at
  %n.at = getelementptr i8, ptr %s, i64 12
  %n = load i32, ptr %n.at
  %c = sitofp i32 %n to float
  %d = fmul float %b, %x
  %e = fadd float %d, %c
  ret float %e
}

define internal float @far(ptr byval(%shape) align 4 %s, float %x) noinline {
  %a = load float, ptr %s
  %at = getelementptr i8, ptr %s, i64 4
  %b = load float, ptr %at
  store float %x, ptr %at ; the copy is the callee's own
  %again = load float, ptr %at
  %c = fsub float %a, %b
  %d = fadd float %c, %again
  ret float %d
}

define ptx_kernel void @k(ptr %out, i32 %n) {
  %s = alloca %shape, align 4
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = and i32 %tid, 1
  %slot = getelementptr ptr, ptr addrspace(4) @table, i32 %odd
  %f = load ptr, ptr addrspace(4) %slot
  %x = sitofp i32 %tid to float
  store float %x, ptr %s
  %s1 = getelementptr i8, ptr %s, i64 4
  store float 3.0, ptr %s1
  %s2 = getelementptr i8, ptr %s, i64 8
  store float 0.5, ptr %s2
  %s3 = getelementptr i8, ptr %s, i64 12
  store i32 %n, ptr %s3
  %r = call float %f(ptr byval(%shape) align 4 %s, float %x)
  %after = load float, ptr %s1
  %sum = fadd float %r, %after
  %to = getelementptr float, ptr %out, i32 %tid
  store float %sum, ptr %to
  ret void
}
"""


def test_callees_get_the_same_values() -> None:
    case = Case("calls", KERNEL, "k", grid=1, block=64, args=(np.zeros(64, np.float32), np.int32(5)))
    names = ("O0", "O1", "O3", "only:byval-calls", "only:byval-calls,infer-address-spaces,sroa,dce")
    report = check(case, [find_pipeline(name) for name in names])
    assert report.agrees, report.text
    assert "call (" in opencicc.compile(KERNEL, arch="sm_90").ptx
    assert ".local" not in opencicc.compile(KERNEL, arch="sm_90").ptx.split(".entry k")[1]
