"""Remove barriers that can be seen to order nothing by looking at one block.

    barrier 0                         barrier 0
    %s = add i32 %a, 1        =>      %s = add i32 %a, 1
    barrier 0

The first of two barriers with no access between them made every thread wait already. The same holds of a barrier in the
entry block of a kernel with no access before it, and of one that is followed by nothing but the end of a kernel.

Leaves alone: barriers in blocks without accesses, unless one of the above holds (they may stand between accesses of
other blocks; the published description removes them, and with them what a program needs); barriers that part of the
threads come to apart, barriers with a result, partial ones, and all barriers of functions that are no kernels. LLVM
has nothing like it. branch-dist asks the same over the whole function. The product keeps every barrier, so this is off.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.branch_dist import BRANCH_DIST, DUMP_BRANCH_DIST
from opencicc.passes.dead_barriers import Rules, remove_dead_barriers
from opencicc.passes.places import Place, at


@function_pass(
    "basic-dbe",
    "Remove dead barriers inside one block.",
    when="barriers",
    guard="branch-dist",
    places=at(Place("closing", after="globaldce", why="barriers that nothing needs any more")),
    origin=NVIDIA_REGISTRY,
    reads=(BRANCH_DIST, DUMP_BRANCH_DIST),
    needs=(Snapshot, "flow", "loops"),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    rules = Rules(crosses_blocks=False, by_kind=False, dumps=ctx.option(DUMP_BRANCH_DIST))
    return remove_dead_barriers(function, ctx, rules) > 0
