"""Print what the analysis `merge-sets` knows of each function: where definitions of each block meet others."""

from __future__ import annotations

from opencicc.analysis.merge_sets import MergeSets
from opencicc.llvm.ir import Function
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import by_name_only
from opencicc.passes.print_rpa import name_block


@function_pass(
    "print<merge-sets>",
    "Print merge sets.",
    places=by_name_only("it only prints"),
    origin=NVIDIA_REGISTRY,
    is_read_only=True,
    needs=(MergeSets, Snapshot),
)
def run(function: Function, ctx: PassContext) -> bool:
    flat, merges = ctx.analysis(Snapshot, function), ctx.analysis(MergeSets, function)
    ctx.show(f"merge-sets: @{function.name}")
    for block in range(flat.blocks):
        members = [name_block(flat, other) for other in range(flat.blocks) if merges.sets[block] >> other & 1]
        ctx.show(f"  {name_block(flat, block)}: {', '.join(members) or 'none'}")
    return False
