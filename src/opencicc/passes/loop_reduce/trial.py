"""What LLVM's strength reduction would do: it runs on a copy, after what code generation runs in front of it.

A copy of the module is made once for all functions that are worth it; in the copy each of them goes through the steps of
libLLVM's code generation up to its reduction, live values are counted, then it is reduced and they are counted again.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.services import services
from opencicc.passes.loop_reduce.decide import LoopTrial, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function
    from opencicc.llvm.native import TargetMachine

# The order of code generation at its level 2; loops must be simplified and closed for the loop pass.
IN_FRONT = (
    "infer-address-spaces,separate-const-offset-from-gep,slsr,early-cse,nary-reassociate,early-cse,loop-simplify,lcssa"
)
# What makes most of the difference of it, at a quarter of the time: for a first look.
SHORT_FRONT = "separate-const-offset-from-gep,early-cse,loop-simplify,lcssa"
REDUCTION = "loop(canon-freeze,loop-reduce)"


def count_reduction(copy: Function, machine: TargetMachine) -> tuple[int, int] | None:
    """Registers of a function's copy before and after, roughly and whatever its loops: most need no closer look."""
    run_on_function(copy, SHORT_FRONT, machine.ref)
    before = services().pressure(copy, counts_parameters=False)
    run_on_function(copy, REDUCTION, machine.ref)
    after = services().pressure(copy, counts_parameters=False)
    return None if before is None or after is None else (before[0], after[0])


def try_reduction(copy: Function, machine: TargetMachine) -> Trial | None:
    """Registers of a function's copy before and after; None where its loops are not the same ones any more."""
    run_on_function(copy, IN_FRONT, machine.ref)
    before = _measure(copy)
    run_on_function(copy, REDUCTION, machine.ref)
    after = _measure(copy)
    if before is None or after is None or list(before[1]) != list(after[1]):
        return None
    pairs = zip(before[1].values(), after[1].values(), strict=True)
    loops = [LoopTrial(was[0], now[0], was[1], now[1], was[2]) for was, now in pairs]
    return Trial(before[0], after[0], tuple(loops))


def _measure(function: Function) -> tuple[int, dict[int, tuple[int, int, bool]]] | None:
    """Registers of the function; by header, in order of blocks, registers and extensions of each loop, and is it outermost?"""
    counted = services().pressure(function, counts_parameters=False)
    if counted is None:
        return None
    loops = sorted(counted[1], key=lambda loop: loop.position)
    return counted[0], {loop.header: (loop.most, loop.extensions, loop.depth == 1) for loop in loops}
