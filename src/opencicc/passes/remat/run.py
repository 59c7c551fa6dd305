"""Compute cheap values again before their uses, where more are alive than registers should be used.

    entry:                                          entry:
      %t = shl i32 %a, 2                              ...
      ...                                             br i1 %c, label %b, label %e
      br i1 %c, label %b, label %e          =>      b:
    b:        ; crowded: %t is kept               ...
      store i32 %t, ptr %p                            %remat_t = shl i32 %a, 2
                                                      store i32 %remat_t, ptr %p

In this order: up to five rounds of listing what is alive at the fullest places, costing, choosing the cheapest and cloning
(survey, decide, apply); induction variables made narrow or made of others (counters, demote); loads repeated
(reload); what blocks hand on made smaller (live_out); sums factored (factor).

Does nothing, quickly, where a function is below its target: the one that nv-remat-block has, too (aim.py). Leaves
alone: functions that are no kernels, values in use at the fullest place itself, and whatever is convergent, volatile,
atomic or has an effect; loads with a write on the way. LLVM has no such pass on IR, and its code generation undoes a
part of what this one does: what must not be merged is marked (apply.py), and the marks that are left in the PTX tell
how much survived (docs/rematerialization.md).
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow, Loops
from opencicc.analysis.launch import LaunchFacts
from opencicc.analysis.liveness import Liveness
from opencicc.analysis.occupancy import count_shared_bytes
from opencicc.analysis.pressure import LiveRegisters
from opencicc.analysis.rpa import RegisterPressure
from opencicc.analysis.trips import TripCounts
from opencicc.llvm.ir import Function
from opencicc.llvm.names import MIN_BLOCKS
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.remat import DEFAULT_MAX_REG, LEAST_CLIFF
from opencicc.options.toggles import DO_REMAT
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.passes.remat import knobs as names
from opencicc.passes.remat.aim import Aim, Wishes, choose_aim
from opencicc.passes.remat.rounds import AGGRESSIVE, Work, rematerialize
from opencicc.passes.remat.steps import demote_counters
from opencicc.target import RegisterBounds


@function_pass(
    "remat",
    "Recompute values instead of keeping them in registers.",
    phase=2,
    when="crowded",
    guard="!2320",
    places=at(
        Place("final-shape", before="limit-registers", why="nothing merges clones again, and limits follow"),
        is_published=True,
    ),
    origin=NVIDIA_REGISTRY,
    reads=names.ALL,
    needs=(
        Snapshot,
        Flow,
        Loops,
        Liveness,
        RegisterPressure,
        LiveRegisters,
        TripCounts,
        LaunchFacts,
        "latch-counts",
        "divergence",
    ),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    if function.name in ctx.option(names.NO_REMAT):
        ctx.show(f"Skip rematerialization on {function.name}")
        return False
    if not any(ctx.option(each) for each in (DO_REMAT, names.REMAT_IV, names.REMAT_LOAD)):
        return False
    alive = ctx.analysis(LiveRegisters, function).count
    aim = aim_of(function, alive, ctx)
    if not aim.registers:
        if ctx.option(names.DUMP):
            ctx.show(f"remat: {function.name}: {alive} registers alive at most, nothing to do: {aim.text}")
        said = f"nothing to compute again: about {alive} registers are alive at most, {aim.text}"
        ctx.remark(function, said, kind="analysis", name="BelowTarget", args=(("Alive", str(alive)),))
        is_asked = ctx.option(names.REMAT_IV) >= AGGRESSIVE
        return demote_counters(Work(function, ctx, aim)) if is_asked else False
    return rematerialize(Work(function, ctx, aim))


def aim_of(function: Function, alive: int, ctx: PassContext) -> Aim:
    """The target of a function, by what its attributes say about its launch."""
    wishes = Wishes(
        ctx.option(names.MAXREG_CEILING),
        ctx.option(names.FOR_OCC),
        ctx.option(DEFAULT_MAX_REG),
        ctx.option(LEAST_CLIFF),
    )
    if not function.is_kernel:
        return choose_aim(ctx.target, None, alive, wishes)
    launch = ctx.analysis(LaunchFacts, function)
    blocks = function.attribute(MIN_BLOCKS)
    bounds = RegisterBounds(
        launch.threads,
        int(blocks) if blocks and blocks.isdigit() else 0,
        launch.max_registers,
        count_shared_bytes(function) if launch.threads else 0,
    )
    return choose_aim(ctx.target, bounds, alive, wishes)
