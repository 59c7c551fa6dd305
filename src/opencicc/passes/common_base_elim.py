"""`common-base-elim`: one base, at a common dominator, for accesses of several blocks that differ by a constant.

    if (c) x = b[t].y; else x = b[t].z;    =>    h = &b[t].y;  if (c) x = *h; else x = *(h + 4 bytes);

LLVM merges equal addresses where one dominates the other; arms of a branch have no computation that does, and constants
that differ hide that the rest is equal. The base is address arithmetic without flags, so it may stand where neither
arm runs. It lives from the dominator to the uses, so it is taken up a few levels only, never into a deeper loop, and a
block gets a few bases at most. Addresses of one global with different indices are left alone: the global's address
is a constant in PTX. So are groups in one block: scev-cgp has those.

Off by default, as scev-cgp in front of it. Upstream: gvn-hoist for equal addresses, separate-const-offset-from-gep inside
one dominator subtree.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow, Loops
from opencicc.llvm.ir import Function
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.addresses import groups, rewrite
from opencicc.passes.addresses.terms import Decomposer, Limits
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import PUBLISHED
from opencicc.passes.scev_cgp import CONTROL, CROSS_BLOCK_LIMIT, DISABLED, DUMP, ENABLED, LEVEL_LIMIT

NAME = "common.base"


@function_pass(
    "common-base-elim",
    "Share the base of several addresses at a dominator.",
    phase=2,
    guard="do-scev-cgp !nv-disable-scev-cgp",
    places=PUBLISHED,
    reads=(ENABLED, DISABLED, CROSS_BLOCK_LIMIT, LEVEL_LIMIT, CONTROL, DUMP),
    needs=(Snapshot, Flow, Loops),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat, flow = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function)
    decomposer = Decomposer(function.module_layout, Limits())
    found = groups.collect(flat, flow.order, decomposer)
    placer = groups.Placer(flat, flow)
    depths = loop_depths(ctx.analysis(Loops, function), flat.blocks)
    in_block: dict[int, int] = {}
    changed = 0
    for group in found:
        if len(group.blocks) < 2 or changed == ctx.option(CONTROL):
            continue
        block = groups.common_block(flow, group.blocks, ctx.option(LEVEL_LIMIT))
        while block > 0 and depths[block] > min(depths[each] for each in group.blocks):
            block = flow.immediate_dominators[block]
        if block < 0 or in_block.get(block, 0) >= ctx.option(CROSS_BLOCK_LIMIT):
            continue
        place = placer.place_in(group, block)
        if place is None:
            continue
        in_block[block] = in_block.get(block, 0) + 1
        base = rewrite.build_base(function, group, place, NAME)
        rewrite.rewrite_members(function, flat, group, base, NAME)
        said = f"one base for {len(group.members)} accesses in {len(group.blocks)} blocks"
        ctx.remark(place, said, name="CommonBase")
        if ctx.option(DUMP):
            ctx.show(f"common-base-elim: @{function.name}: {said}: {base.text.strip()}")
        changed += 1
    if changed:
        rewrite.erase_dead(function)
    return changed > 0


def loop_depths(loops: Loops, blocks: int) -> list[int]:
    depths = [0] * blocks
    for loop in loops.found:
        for block in loop.blocks:
            depths[block] = max(depths[block], loop.depth)
    return depths
