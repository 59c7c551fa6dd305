"""What LLVM's strength reduction would do: it runs on a copy, after what code generation runs in front of it.

A copy of the module is made once for all functions that are worth it; in the copy each of them goes through the steps of
libLLVM's code generation up to its reduction, live values are counted, then it is reduced and they are counted again.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.services import services
from opencicc.passes.loop_reduce.decide import Counts, LoopTrial, Trial
from opencicc.record import record

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


def count_reduction(copy: Function, machine: TargetMachine) -> Counts | None:
    """Registers of a function's copy before and after, roughly and whatever its loops: most need no closer look."""
    run_on_function(copy, SHORT_FRONT, machine.ref)
    before = _measure(copy)
    run_on_function(copy, REDUCTION, machine.ref)
    after = _measure(copy)
    return None if before is None or after is None else Counts(before.alive, after.alive, before.own, after.own)


def try_reduction(copy: Function, machine: TargetMachine) -> Trial | None:
    """Registers of a function's copy before and after; None where its loops are not the same ones any more."""
    run_on_function(copy, IN_FRONT, machine.ref)
    before = _measure(copy)
    run_on_function(copy, REDUCTION, machine.ref)
    after = _measure(copy)
    if before is None or after is None or before.headers != after.headers:
        return None
    loops = [
        LoopTrial(was.most, now.most, was.extensions, now.extensions, now.counters - was.counters, was.depth == 1)
        for was, now in zip(before.loops, after.loops, strict=True)
    ]
    return Trial(Counts(before.alive, after.alive, before.own, after.own), tuple(loops))


@record
class _Measure:
    """Registers of all that is alive, and of what a thread has for itself; loops in the order of blocks."""

    alive: int
    own: int
    loops: list[LoopPressure]

    @property
    def headers(self) -> list[int]:
        return [loop.header for loop in self.loops]


def _measure(function: Function) -> _Measure | None:
    alive, own = services().pressure(function), services().pressure(function, counts_shared=False)
    if alive is None or own is None:
        return None
    return _Measure(alive[0], own[0], sorted(own[1], key=lambda loop: loop.position))
