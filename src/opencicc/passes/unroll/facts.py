"""Reads the loops of a function: LoopFacts for each, and where its metadata hangs.

With the native helper LLVM's own analyses answer; without it sizes and trip counts come from `own_facts.py`.
"""

from __future__ import annotations

from opencicc.errors import InputError
from opencicc.llvm import helper, recovery
from opencicc.llvm.ir import Block, Instruction
from opencicc.llvm.loop_ids import LoopId, read_loop_id
from opencicc.passes.unroll.model import NO_PRAGMA, LoopFacts, Pragma
from opencicc.passes.unroll.view import FunctionView

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function

# What LLVM's own pass, which carries peeling out, allows a loop to have.
PEEL_THRESHOLD = 300
_MAX_COUNT = 1 << 31
_PREFIX = "llvm.loop.unroll."


class LoopSite:
    """One loop of the function as it is now: its facts, its place in the nest and the branch that carries its id."""

    __slots__ = ("facts", "header", "latch", "parent", "loop_id")

    def __init__(
        self, facts: LoopFacts, header: Block, latch: Instruction | None, parent: int, loop_id: LoopId | None
    ) -> None:
        self.facts = facts
        self.header = header
        self.latch = latch
        self.parent = parent
        self.loop_id = loop_id

    @property
    def place(self) -> Instruction:
        """An instruction for remarks: the first of the header, which has the loop's source line more often."""
        return self.latch or self.header.terminator


def read_sites(function: Function, machine: int, assumed_size: int, view: FunctionView) -> list[LoopSite]:
    """The loops of a function, an enclosing one before those inside it."""
    native = helper.load()
    if native is None:
        from opencicc.passes.unroll.own_facts import own_sites

        return own_sites(view, assumed_size)
    try:
        found = recovery.loops_to_unroll(function.context, native, function.ref, machine, PEEL_THRESHOLD)
    except recovery.LLVMFailure as failure:
        raise InputError(
            "the loops can't be analysed: libLLVM did not survive their metadata",
            at=f"function {function.name}",
            fix="check the llvm.loop metadata: counts are integers",
            detail=failure.message,
        ) from None
    return [_site(loop, assumed_size, view) for loop in found]


def _site(loop: helper.LoopFacts, assumed_size: int, view: FunctionView) -> LoopSite:
    latch = Block(loop.latch).terminator if loop.latch else None
    loop_id = read_loop_id(latch) if latch is not None else None
    local = 0
    if loop.local_accesses:
        local = view.local_array_size(view.loop_blocks(loop.header, loop.latch), assumed_size)
    facts = LoopFacts(
        body_size=loop.size,
        trip_count=loop.trip_count,
        trip_multiple=loop.trip_multiple,
        max_trip_count=loop.max_trip_count,
        latch_trip_count=loop.latch_trip_count,
        blocks=loop.blocks,
        profiled_trips=loop.estimated_trip_count,
        launch_trips=loop.launch_trips,
        depth=loop.depth,
        exits=loop.exits,
        is_innermost=bool(loop.is_innermost),
        is_simplified=bool(loop.latch and loop.preheader),
        can_copy=bool(loop.is_duplicable),
        is_convergent=loop.convergence != 0,
        may_have_remainder=bool(loop.may_have_remainder),
        is_uniform=bool(loop.is_uniform),
        is_countable=bool(loop.is_countable),
        is_count_expensive=bool(loop.is_count_expensive),
        inline_candidates=loop.inline_candidates,
        calls=loop.calls,
        local_array_size=local,
        peel_count=loop.peel_count,
        function_size=loop.function_size,
        pragma=read_pragma(loop_id),
    )
    return LoopSite(facts, Block(loop.header), latch, loop.parent, loop_id)


def read_pragma(loop_id: LoopId | None) -> Pragma:
    """The unroll properties of a loop id."""
    if loop_id is None:
        return NO_PRAGMA
    found = loop_id.properties
    count = found.get(_PREFIX + "count") or 0
    return Pragma(
        count=count if 0 < count < _MAX_COUNT else 0,
        is_full=_PREFIX + "full" in found,
        is_enabled=_PREFIX + "enable" in found,
        is_disabled=_PREFIX + "disable" in found or "llvm.loop.disable_nonforced" in found,
        no_runtime=_PREFIX + "runtime.disable" in found,
    )
