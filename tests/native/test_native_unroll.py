"""What only the native helper makes possible in unrolling: uniform trip counts of convergent loops, and peel counts."""

from __future__ import annotations

import re

import pytest

import opencicc
from opencicc.llvm.ir import Context

pytestmark = pytest.mark.usefixtures("native")

BARRIERS = """
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %p, i32 %n) {{
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, {bound}
  br i1 %more, label %loop, label %exit
exit:
  ret void
}}
"""
FIRST_TRIP = """
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %is_first = icmp eq i32 %i, 0
  br i1 %is_first, label %once, label %latch
once:
  store i32 -1, ptr %p
  br label %latch
latch:
  %at = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
"""


def unroll(ir: str, **options: object) -> opencicc.CompileResult:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settings = {"passes": "loop-unroll", "stop-after": "opt", "strict-passes": True, **given}
    return opencicc.compile(ir, "sm_90", options=settings)


def text_of(result: opencicc.CompileResult) -> str:
    with Context() as context:
        return context.parse(result.bitcode).text()


def count_barriers(result: opencicc.CompileResult) -> int:
    return len(re.findall(r"call void @llvm.nvvm.barrier", text_of(result)))


def test_a_barrier_gets_a_remainder_where_all_threads_run_equally_often() -> None:
    result = unroll(BARRIERS.format(bound="%n"))
    assert count_barriers(result) == 9
    (remark,) = [r for r in result.trace.remarks if r.name == "RuntimeUnrolled"]
    assert "its convergent operations stay together" in remark.message


def test_a_barrier_gets_none_where_they_do_not() -> None:
    result = unroll(BARRIERS.format(bound="%tid"))
    assert count_barriers(result) == 1
    said = [r.message for r in result.trace.remarks if r.name == "NotUnrolled"]
    assert said == ["not unrolled: a remainder loop would give its convergent operations a new condition"]


def test_the_uniform_rule_can_be_switched_off() -> None:
    assert count_barriers(unroll(BARRIERS.format(bound="%n"), unroll_uniform_convergent=False)) == 1


def test_a_trip_that_differs_is_peeled() -> None:
    result = unroll(FIRST_TRIP)
    assert [r.name for r in result.trace.remarks if r.remark == "passed" and r.name == "Peeled"] == ["Peeled"]
    assert text_of(result).count("icmp eq i32 %i, 0") == 0
    assert "Peeled" not in [r.name for r in unroll(FIRST_TRIP, unroll_peel_count=0).trace.remarks]
