"""Remove barriers inside loops that order nothing: each costs its wait in every trip.

    loop:  %x = load global, ...             loop:  %x = load global, ...
           barrier 0                   =>
           %s = fadd %s, %x                         %s = fadd %s, %x
           br %again, %loop, %done                  br %again, %loop, %done

Sources give this factory four labels, a loop pass and barrier optimization among them, and nothing of its body. Whoever
knows the name expects that waiting in loops gets cheaper: here the sound engine of dead-sync-elimination looks at the
barriers of loops, where one of them costs as much as all others together. A tile loop's two barriers stay: the tile is
written before the first and read behind it, read before the second and written again in the next trip.

Leaves alone barriers outside of loops (branch-dist and basic-dbe take them where they are asked for) and all that those
leave alone. On by default, unlike branch-dist: over the benchmark kernels it changes none, and a barrier that it removes
was waited for in vain.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.dead_barriers import Rules, remove_dead_barriers
from opencicc.passes.places import PUBLISHED


@function_pass(
    "nvvm-loop-opt",
    "Remove barriers of loops that order nothing.",
    when="barriers+loops",
    has_first_look=True,
    guard="!2640",
    places=PUBLISHED,
    needs=(Snapshot, "flow", "loops"),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    return remove_dead_barriers(function, ctx, Rules(in_loops_only=True)) > 0
