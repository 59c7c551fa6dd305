"""LoopSite: one loop of the function as it is now: where it is, what its metadata says, and its facts.

Loops are looked at in every invocation and mostly left alone, so handles, metadata and facts are made when asked for.
"""

from __future__ import annotations

from opencicc.llvm import helper
from opencicc.llvm.ir import Block
from opencicc.llvm.loop_ids import read_loop_id
from opencicc.passes.unroll.model import NO_PRAGMA, Pragma
from opencicc.record import once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function, Instruction
    from opencicc.llvm.loop_ids import LoopId
    from opencicc.passes.unroll.model import LoopFacts

_PRAGMA_BITS = helper.LOOP_DISABLED | helper.LOOP_FULL | helper.LOOP_ENABLED | helper.LOOP_NO_RUNTIME
_DONE_BITS = helper.LOOP_DISABLED | helper.LOOP_DONE


class LoopSite:
    """Header and latch are LLVM's pointers, the latch 0 unless there is exactly one; `marks` are bits of helper.py."""

    facts: LoopFacts
    key: bytes = b""  # equal for loops of equal facts, where it is not empty

    def __init__(self, header: int, latch: int, parent: int, number: int, marks: int) -> None:
        self.header_ref = header
        self.latch_ref = latch
        self.parent = parent  # index of the enclosing loop, -1 for none
        self.number = number  # -1 for none
        self.marks = marks

    @property
    def header(self) -> Block:
        return Block(self.header_ref)

    @once
    def latch(self) -> Instruction | None:
        """The branch that carries the loop's id."""
        return Block(self.latch_ref).terminator if self.latch_ref else None

    @property
    def is_asked(self) -> bool:
        """Does its id ask for a factor, or for all trips?"""
        return bool(self.facts.pragma.count or self.facts.pragma.is_full)

    @once
    def loop_id(self) -> LoopId | None:
        return read_loop_id(self.latch) if self.latch is not None else None

    @property
    def is_disabled(self) -> bool:
        return bool(self.marks & helper.LOOP_DISABLED)

    @property
    def is_done(self) -> bool:
        """Did an earlier invocation unroll this loop, or make it? One that was only peeled is not disabled."""
        return self.marks & _DONE_BITS == _DONE_BITS

    @property
    def is_to_be_jammed(self) -> bool:
        return self.marks & (helper.LOOP_JAMMED | helper.LOOP_NOT_JAMMED) == helper.LOOP_JAMMED

    @property
    def is_simplified(self) -> bool:
        return self.facts.is_simplified

    @property
    def is_innermost(self) -> bool:
        return self.facts.is_innermost

    @property
    def body_size(self) -> int:
        return self.facts.body_size

    @property
    def trip_count(self) -> int:
        return self.facts.trip_count

    @property
    def max_trip_count(self) -> int:
        return self.facts.max_trip_count

    @property
    def has_bound(self) -> bool:
        """Is anything known of how many trips there can be?"""
        return bool(self.facts.max_trip_count or self.facts.latch_trip_count or self.facts.trip_count)

    def place(self, function: Function) -> Instruction | Function:
        """Where a remark belongs: the latch has the loop's source line more often than the header."""
        return self.latch or self.header.terminator


def pragma_of(marks: int, count: int) -> Pragma:
    """The unroll properties of a loop."""
    if not count and not marks & _PRAGMA_BITS:
        return NO_PRAGMA
    return Pragma(
        count=count,
        is_full=bool(marks & helper.LOOP_FULL),
        is_enabled=bool(marks & helper.LOOP_ENABLED),
        is_disabled=bool(marks & helper.LOOP_DISABLED),
        no_runtime=bool(marks & helper.LOOP_NO_RUNTIME),
    )
