"""What LLVM's strength reduction would do: it runs on a copy, after what code generation runs in front of it.

A copy of the module is made once for all functions that are worth it; in the copy each of them goes through the steps of
libLLVM's code generation up to its reduction, live values are counted, then it is reduced and they are counted again.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.services import services
from opencicc.passes.loop_reduce.decide import Counts, LoopTrial, Trial

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


def count_reduction(copy: Function, machine: TargetMachine) -> Counts | None:
    """Registers of a function's copy before and after, roughly and whatever its loops: most need no closer look."""
    run_on_function(copy, SHORT_FRONT, machine.ref)
    before = _measure(copy)
    run_on_function(copy, REDUCTION, machine.ref)
    after = _measure(copy)
    return None if before is None or after is None else Counts(before[0], after[0], before[1], after[1])


def try_reduction(copy: Function, machine: TargetMachine) -> Trial | None:
    """Registers of a function's copy before and after; None where its loops are not the same ones any more."""
    run_on_function(copy, IN_FRONT, machine.ref)
    before = _measure(copy)
    run_on_function(copy, REDUCTION, machine.ref)
    after = _measure(copy)
    if before is None or after is None or list(before[2]) != list(after[2]):
        return None
    pairs = zip(before[2].values(), after[2].values(), strict=True)
    loops = [LoopTrial(was[0], now[0], was[1], now[1], was[2]) for was, now in pairs]
    return Trial(Counts(before[0], after[0], before[1], after[1]), tuple(loops))


def _measure(function: Function) -> tuple[int, int, dict[int, tuple[int, int, bool]]] | None:
    """Registers of all that is alive, and without parameters; by header, in order of blocks, registers and extensions of each loop,
    and is it outermost?"""
    alive, held = services().pressure(function), services().pressure(function, counts_parameters=False)
    if alive is None or held is None:
        return None
    loops = sorted(alive[1], key=lambda loop: loop.position)
    return alive[0], held[0], {loop.header: (loop.most, loop.extensions, loop.depth == 1) for loop in loops}
