"""A sum over a constant number of rows: loads and backward branches in the PTX for each way of asking."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.machine import parse
from opencicc.machine.cfg import successors
from tests.support import assemble

KERNEL = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @unroll_test(ptr %out, ptr %in) {{
entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul nsw i32 %block, %threads
  %tid = add nsw i32 %first, %thread
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %row = mul nsw i32 %i, 128
  %at = add nsw i32 %tid, %row
  %wide = sext i32 %at to i64
  %slot = getelementptr inbounds float, ptr %in, i64 %wide
  %x = load float, ptr %slot, align 4
  %added = fadd float %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, {bound}
  br i1 %more, label %loop, label %exit{pragma}
exit:
  %wide_tid = sext i32 %tid to i64
  %to = getelementptr inbounds float, ptr %out, i64 %wide_tid
  store float %added, ptr %to, align 4
  ret void
}}
!0 = distinct !{{!0, !1}}
!1 = {property}
"""
FULL, ONE = '!{!"llvm.loop.unroll.full"}', '!{!"llvm.loop.unroll.count", i32 1}'


@pytest.mark.parametrize(
    ("bound", "property", "options", "loads", "loops"),
    [
        (8, FULL, {}, 8, 0),
        (8, "", {}, 8, 0),
        (8, ONE, {}, 1, 1),
        (6, "", {}, 6, 0),
        (6, "", {"unroll-full-max-count": 0}, 2, 1),
    ],
    ids=["pragma full 8", "bare 8", "pragma 1", "bare 6", "6 without full unrolling"],
)
def test_loads_and_loops(bound: int, property: str, options: dict[str, object], loads: int, loops: int) -> None:
    pragma = ", !llvm.loop !0" if property else ""
    ir = KERNEL.format(bound=bound, pragma=pragma, property=property or "!{}")
    ptx = opencicc.compile(ir, "sm_90", 3, options).ptx
    (kernel,) = parse(ptx).functions
    backward = sum(target <= block for block, targets in enumerate(successors(kernel)) for target in targets)
    assert (sum(instr.base == "ld" and "global" in instr.modifiers for instr in kernel.instrs), backward) == (
        loads,
        loops,
    )
    assemble(ptx, "sm_90")
