"""Steps behind a pass of ours run again on the functions that it changed, and on all behind one that sees the module."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.llvm import helper

LOOP = """
define ptx_kernel void @loop(ptr addrspace(1) %p) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %at
  %y = fadd float %x, 1.0
  store float %y, ptr addrspace(1) %at
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %body, label %done
done:
  ret void
}
"""
STRAIGHT = """
define ptx_kernel void @straight(ptr addrspace(1) %p) {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
"""
CALLED = """
define internal void @callee(ptr addrspace(1) %p) {
  store float 2.0, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @caller(ptr addrspace(1) %p) {
  call void @callee(ptr addrspace(1) %p)
  ret void
}
"""
TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
pytestmark = pytest.mark.skipif(helper.load() is None, reason=helper.describe())


def runs_and_skips(ir: str, passes: str) -> list[tuple[object, object]]:
    """Of each native step, on how many functions it ran and on how many it was left out."""
    result = opencicc.compile(TRIPLE + ir, arch="sm_90", options={"passes": passes})
    steps = [event.data for event in result.trace.events if event.kind == "pass" and event.data]
    return [(data["runs"], data["skips"]) for data in steps if "runs" in data]


@pytest.mark.parametrize("step", ["dce", "gvn", "loop-mssa(licm)"])
def test_only_the_changed_function_is_looked_at_again(step: str) -> None:
    found = runs_and_skips(LOOP + STRAIGHT, f"{step},{step},loop-unroll,{step}")
    assert found == [(2, 0), (0, 2), (1, 1)]


def test_behind_a_pass_over_the_module_all_functions_are() -> None:
    found = runs_and_skips(CALLED + STRAIGHT, "dce,dce,inline,dce")
    assert found == [(3, 0), (0, 3), (2, 0)]


def test_behind_a_pass_that_changed_nothing_none_is() -> None:
    found = runs_and_skips(STRAIGHT + STRAIGHT.replace("straight", "other"), "dce,dce,thread-jumps,dce")
    assert found == [(2, 0), (0, 2), (0, 2)]
