"""What LLVM's strength reduction would do: it runs on a copy, after what code generation runs in front of it.

A function that is worth it is copied, the copy goes through the steps of libLLVM's code generation up to its reduction, live
values are counted, then it is reduced and they are counted again.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import try_on_a_copy
from opencicc.passes.loop_reduce.decide import Counts, LoopTrial, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.helper import LoopPressure
    from opencicc.llvm.ir import Function
    from opencicc.llvm.native import TargetMachine

# The order of code generation at its level 2; loops must be simplified and closed for the loop pass.
IN_FRONT = (
    "infer-address-spaces,separate-const-offset-from-gep,slsr,early-cse,nary-reassociate,early-cse,loop-simplify,lcssa"
)
# What makes most of the difference of it, at a quarter of the time: for a first look.
SHORT_FRONT = "separate-const-offset-from-gep,early-cse,loop-simplify,lcssa"
REDUCTION = "loop(canon-freeze,loop-reduce)"


def count_reduction(function: Function, machine: TargetMachine) -> Counts | None:
    """Registers of a function before and after, roughly and whatever its loops: most need no closer look."""
    found = try_on_a_copy(function, machine.ref, SHORT_FRONT, REDUCTION)
    if found is None:
        return None
    (before, own_before, _), (after, own_after, _) = found
    return Counts(before, after, own_before, own_after)


def try_reduction(function: Function, machine: TargetMachine) -> Trial | None:
    """Registers of a function before and after; None where its loops are not the same ones any more."""
    found = try_on_a_copy(function, machine.ref, IN_FRONT, REDUCTION)
    if found is None:
        return None
    (before, own_before, were), (after, own_after, are) = found
    were, are = in_order(were), in_order(are)
    if [loop.header for loop in were] != [loop.header for loop in are]:
        return None
    loops = [
        LoopTrial(was.most, now.most, was.extensions, now.extensions, now.counters - was.counters, was.depth == 1)
        for was, now in zip(were, are, strict=True)
    ]
    return Trial(Counts(before, after, own_before, own_after), tuple(loops))


def in_order(loops: list[LoopPressure]) -> list[LoopPressure]:
    """Loops in the order of the code."""
    return sorted(loops, key=lambda loop: loop.position)
