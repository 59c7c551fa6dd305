"""Print which memory every access of a function may touch, and what that says about aliases.

    address-spaces: @k: memory holds pointers of the host only
      global or shared: store i32 0, ptr %p, align 4
      shared: %v = load i32, ptr addrspace(3) %s, align 4
      1 of 1 pairs with a write may touch the same memory

Spaces are those that memory-space-opt finds with its default knobs (analysis/spaces.py).
"""

from __future__ import annotations

from itertools import combinations

from opencicc.analysis.leaks import pointers_in_memory
from opencicc.analysis.spaces import FROM_HOST, Rules, SpaceWalk, describe, may_alias
from opencicc.llvm.ir import Module
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.memspace.remaining import find_accesses
from opencicc.passes.places import by_name_only


@module_pass(
    "print<address-spaces>",
    "Print which memory accesses may touch.",
    kind="function",
    places=by_name_only("it only prints"),
    is_read_only=True,
    needs=(Snapshot,),
)
def run(module: Module, ctx: PassContext) -> bool:
    rules, layout = Rules(), module.layout
    snapshots = {function.ref: ctx.analysis(Snapshot, function) for function in module.definitions}
    memory = pointers_in_memory(
        module, lambda function: SpaceWalk(function, snapshots[function.ref], layout, rules, lambda: FROM_HOST)
    )
    held = "pointers of the host only" if memory == FROM_HOST else "pointers to anything"
    for function in module.definitions:
        walk = SpaceWalk(function, snapshots[function.ref], layout, rules, lambda: memory)
        accesses = find_accesses(walk)
        ctx.show(f"address-spaces: @{function.name}: memory holds {held}")
        for access in accesses:
            ctx.show(f"  {describe(access.mask)}: {access.text}")
        pairs = [pair for pair in combinations(accesses, 2) if pair[0].is_write or pair[1].is_write]
        touching = sum(may_alias(first.mask, second.mask) for first, second in pairs)
        ctx.show(f"  {touching} of {len(pairs)} pairs with a write may touch the same memory")
    return False
