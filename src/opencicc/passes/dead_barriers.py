"""What the passes that remove barriers share: which ones may go, the edit and what is said about it.

A barrier may go if nothing above and below it must keep its order (analysis/barriers.py) and all threads of the block
come to it together. The second is not about memory: warps may meet at two different barriers of one number, one on
each side of a branch, and if only one of the two goes the other waits for ever. So it has to be in a kernel, behind no
branch that parts the block's threads (analysis/divergence.py). Of two neighbours that make each other unneeded one goes:
after each removal everything is asked again. Only those that directly follow another barrier go all at once.
"""

from __future__ import annotations

import sys
from itertools import pairwise

from opencicc.analysis.barriers import Barrier, accesses_between, barrier_numbers, find_barriers
from opencicc.analysis.divergence import Divergence
from opencicc.analysis.flow import Flow, Loops
from opencicc.llvm import edit
from opencicc.llvm.snapshot import Snapshot, snapshot
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.ir import Function, Instruction
    from opencicc.passes.api import PassContext


@record
class Rules:
    """How a pass looks for barriers that may go."""

    crosses_blocks: bool = True
    by_kind: bool = True  # are shared and global memory told apart?
    with_result: bool = False  # barriers that also count or vote, if nobody uses what they say
    in_loops_only: bool = False
    neighbours_only: bool = False  # only the later of two barriers of a block with nothing between them
    ignores_partings: bool = False
    counts_private: bool = False
    effects_of: Callable[[Instruction], int] | None = None
    dumps: bool = False


def remove_dead_barriers(function: Function, ctx: PassContext, rules: Rules) -> int:
    """Remove them, and say how many."""
    if not function.is_kernel:
        return 0
    removed = 0
    flat = ctx.analysis(Snapshot, function)
    if not may_be_dead(flat, rules):
        return 0
    # Barriers are no branches: both stay true when one goes.
    flow, loops = ctx.analysis(Flow, function), ctx.analysis(Loops, function)
    while found := next_dead(function, flat, flow, loops, rules):
        for barrier, call in found:
            say_removed(call, barrier, ctx, is_dumped=rules.dumps)
            edit.erase(call)
        removed += len(found)
        flat = snapshot(function)
    return removed


def may_be_dead(flat: Snapshot, rules: Rules) -> bool:
    """A look at the flat lists alone: most functions have no barriers, or none without accesses to the next one."""
    numbers = barrier_numbers(flat)
    if not rules.neighbours_only:
        return bool(numbers)
    pairs = pairwise(numbers)
    return any(flat.parents[one] == flat.parents[two] and not accesses_between(flat, one, two) for one, two in pairs)


def next_dead(
    function: Function, flat: Snapshot, flow: Flow, loops: Loops, rules: Rules
) -> list[tuple[Barrier, Instruction]]:
    """One that may go, or all of those that may go together."""
    inside = frozenset[int]().union(*(loop.blocks for loop in loops.found)) if rules.in_loops_only else frozenset[int]()
    if rules.in_loops_only and inside.isdisjoint(flat.parents[number] for number in barrier_numbers(flat)):
        return []
    # A quick look sees less of what is accessed: what it finds needed is, which is mostly all of them.
    quick = barriers_of(function, flat, flow, rules, is_quick=True)
    unneeded = [each for each in quick if not each.is_needed(by_kind=rules.by_kind)]
    if not unneeded:
        return []
    if rules.in_loops_only and not any(each.block in inside for each in unneeded):
        return []
    barriers = barriers_of(function, flat, flow, rules)
    if not rules.with_result:
        barriers = [barrier for barrier in barriers if not barrier.has_result]
    dead = [each for each in barriers if each.is_removable and not each.is_needed(by_kind=rules.by_kind)]
    if rules.neighbours_only:
        dead = [each for each in dead if not each.above and has_earlier(barriers, each)]
    if rules.in_loops_only:
        dead = [barrier for barrier in dead if barrier.block in inside]
    if dead and not rules.ignores_partings:
        parted = Divergence(flat, flow, loops, is_kernel=function.is_kernel).parted
        dead = [barrier for barrier in dead if barrier.block not in parted]
    # The later of two neighbours goes, as a reader would do it. Of a row of them the first stays, which follows no barrier.
    going = dead[::-1] if rules.neighbours_only else dead[-1:]
    return [(barrier, flat.instruction(barrier.number)) for barrier in going]


def barriers_of(
    function: Function, flat: Snapshot, flow: Flow, rules: Rules, *, is_quick: bool = False
) -> list[Barrier]:
    return find_barriers(
        function,
        flat,
        flow,
        rules.effects_of,
        crosses_blocks=rules.crosses_blocks,
        counts_private=rules.counts_private,
        is_quick=is_quick,
    )


def has_earlier(barriers: list[Barrier], barrier: Barrier) -> bool:
    return any(each.block == barrier.block and each.number < barrier.number for each in barriers)


def say_removed(call: Instruction, barrier: Barrier, ctx: PassContext, *, is_dumped: bool) -> None:
    reads_above, writes_above, reads_below, writes_below = (int(flag) for flag in barrier.flags)
    flags = f"Read above: {reads_above}, Write above: {writes_above}, Read below: {reads_below}, Write below: {writes_below}"
    ctx.remark(call, f"removed a barrier that orders nothing ({flags})", name="DeadBarrier")
    if is_dumped:
        where = f"{call.location} in" if call.location else "in"
        print(f" Removed dead synch: {where} function {call.parent.parent.name}: {flags}", file=sys.stderr)
