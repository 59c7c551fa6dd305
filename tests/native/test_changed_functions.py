"""Steps behind a pass of ours run again on the functions that it changed, and on all behind one that sees the module."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.llvm import helper
from opencicc.llvm.ir import Context, Function
from opencicc.llvm.snapshot import Snapshot

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
FIRST_LOOKS = frozenset({"thread-jumps"})  # made among native steps, and counted as these are
TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
pytestmark = pytest.mark.skipif(helper.load() is None, reason=helper.describe())


def runs_and_skips(ir: str, passes: str) -> list[tuple[object, object]]:
    """Of each native step, on how many functions it ran and on how many it was left out."""
    result = opencicc.compile(TRIPLE + ir, arch="sm_90", options={"passes": passes})
    steps = [event for event in result.trace.events if event.kind == "pass" and event.name not in FIRST_LOOKS]
    return [(step.data["runs"], step.data["skips"]) for step in steps if step.data and "runs" in step.data]


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


def test_facts_of_ours_stay_behind_steps_that_changed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two passes that look at the same lists, with a step between them that has nothing to do, or something."""
    taken: list[str] = []
    compute = Snapshot.compute.__func__  # type: ignore[attr-defined]

    def counted(cls: type, function: Function, manager: object) -> Snapshot:
        taken.append(function.name)
        return compute(cls, function, manager)  # type: ignore[no-any-return]

    monkeypatch.setattr(Snapshot, "compute", classmethod(counted))
    looks = "normalize-gep,{},sign-ext-simplify"
    runs_and_skips(STRAIGHT, looks.format("dce"))
    assert taken == ["straight"]
    taken.clear()
    dead = STRAIGHT.replace("  store", "  %dead = load float, ptr addrspace(1) %p\n  store")
    runs_and_skips(dead, looks.format("dce"))
    assert taken == ["straight", "straight"]


def test_remarks_that_nobody_asked_for_stay_inside_libllvm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code generation counts the instructions of every function in a remark."""
    said: list[int] = []
    hear = Context._on_diagnostic
    monkeypatch.setattr(Context, "_on_diagnostic", lambda self, info, data: (said.append(info), hear(self, info, data)))
    opencicc.compile(TRIPLE + STRAIGHT, arch="sm_90")
    assert not said
    asked = opencicc.compile(TRIPLE + STRAIGHT, arch="sm_90", options={"Rpass-analysis": "asm-printer"})
    assert said and any(remark.name == "InstructionCount" for remark in asked.remarks)
