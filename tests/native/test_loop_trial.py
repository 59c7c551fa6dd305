"""Passes tried on a copy of a function: the same counts as on a copy of its whole module, and nothing of it is left."""

from __future__ import annotations

import ctypes

import pytest

from opencicc.errors import InternalError
from opencicc.llvm import helper
from opencicc.llvm.function_passes import run_on_function, try_on_a_copy
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.native import TargetMachine
from opencicc.llvm.services import services
from opencicc.passes.loop_reduce.trial import IN_FRONT, REDUCTION, SHORT_FRONT
from opencicc.target import parse_target

# Strength reduction counts in integers that are native to the target.
HEAD = """
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
"""
WALK = """
define ptx_kernel void @walk(ptr addrspace(1) %p, i64 %n, i64 %width) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = zext i32 %thread to i64
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %row = mul i64 %i, %width
  %at = getelementptr float, ptr addrspace(1) %p, i64 %row
  %beside = add i64 %row, 7
  %at.beside = getelementptr float, ptr addrspace(1) %p, i64 %beside
  store volatile i64 %i, ptr addrspace(1) %at
  store volatile i64 %i, ptr addrspace(1) %at.beside
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""

LARGER = """
define void @larger(ptr %p, i32 %a, i32 %b) {
  %c = icmp ugt i32 %a, %b
  %m = select i1 %c, i32 %a, i32 %b
  store i32 %m, ptr %p
  ret void
}
"""


def parsed(context: Context, text: str) -> tuple[Module, TargetMachine]:
    module = context.parse((HEAD + text).encode())
    return module, TargetMachine(parse_target("sm_90"), 3)


def rows(loops: list[helper.LoopPressure]) -> list[bytes]:
    """All but which block a loop's header is: a copy has others."""
    return sorted(bytes(loop)[ctypes.sizeof(ctypes.c_int64) :] for loop in loops)


@pytest.mark.parametrize("front", [SHORT_FRONT, IN_FRONT])
def test_the_counts_are_those_of_a_copy_of_the_module(native: helper.NativeHelper, front: str) -> None:
    with Context() as context:
        module, machine = parsed(context, WALK)
        function, copy = module.definitions[0], module.clone()
        tried = try_on_a_copy(function, machine.ref, front, REDUCTION)
        assert tried is not None
        for text, (alive, own, loops) in zip((front, REDUCTION), tried, strict=True):
            copied = copy.definitions[0]
            run_on_function(copied, text, machine.ref)
            assert native.pressure(copied.ref)[0] == alive
            own_count, own_loops = native.pressure(copied.ref, counts_shared=False)
            assert (own_count, rows(own_loops)) == (own, rows(loops))
        assert tried[1][2][0].counters > tried[0][2][0].counters  # so it was reduced


def test_the_module_stays_as_it_is(native: helper.NativeHelper) -> None:
    with Context() as context:
        module, machine = parsed(context, WALK)
        text = module.text()
        first = try_on_a_copy(module.definitions[0], machine.ref, IN_FRONT, REDUCTION)
        assert module.text() == text
        again = try_on_a_copy(module.definitions[0], machine.ref, IN_FRONT, REDUCTION)
        assert first is not None and again is not None
        assert [row[:2] for row in first] == [row[:2] for row in again]


def test_what_a_pass_declares_goes_with_the_copy(native: helper.NativeHelper) -> None:
    with Context() as context:
        module, machine = parsed(context, LARGER)
        text, names = module.text(), services().function_names(module)
        assert try_on_a_copy(module.definitions[0], machine.ref, "instcombine", "instcombine") is not None
        assert (module.text(), services().function_names(module)) == (text, names)
        run_on_function(module.definitions[0], "instcombine", machine.ref)
        assert "llvm.umax" in module.text()  # that is what the trial declared


def test_an_unknown_pass_is_an_error_and_the_next_trial_works(native: helper.NativeHelper) -> None:
    with Context() as context:
        module, machine = parsed(context, LARGER)
        with pytest.raises(InternalError, match="no-such-pass"):
            try_on_a_copy(module.definitions[0], machine.ref, "instcombine", "no-such-pass")
        assert try_on_a_copy(module.definitions[0], machine.ref, "instcombine", "early-cse") is not None
