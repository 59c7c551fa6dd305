"""Reads the loops of a function.

With the native helper LLVM's own analyses answer; without it sizes and trip counts come from `own_facts.py`.
"""

from __future__ import annotations

from opencicc.errors import InputError
from opencicc.llvm import helper, recovery
from opencicc.llvm.services import services
from opencicc.passes.unroll.model import LoopFacts
from opencicc.passes.unroll.site import LoopSite, pragma_of
from opencicc.record import once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function, Instruction

# What LLVM's own pass, which carries peeling out, allows a loop to have.
PEEL_THRESHOLD = 300
# Where the fields begin that facts are made of; before them are pointers and numbers that mean nothing by themselves.
_KEY_START = helper.LoopFacts.marks.offset  # type: ignore[attr-defined]


class LoopSites:
    """The loops of a function, an enclosing one before those inside it, and their print; no loops if that is known.

    Local memory that is no known array counts as `assumed_size` elements.
    """

    name = "loop-sites"

    def __init__(self, found: Sequence[LoopSite], seen: int = 0) -> None:
        self.found = found
        self.seen = seen

    @classmethod
    def compute(
        cls, function: Function, manager: AnalysisManager, assumed_size: int, known_print: int = 0
    ) -> LoopSites:
        machine = manager.machine.ref if manager.machine is not None else 0
        try:
            found = services().loops_to_unroll(function, machine, PEEL_THRESHOLD, assumed_size, known_print)
        except recovery.LibraryFailure as failure:
            raise InputError(
                "the loops can't be analysed: libLLVM did not survive their metadata",
                at=f"function {function.name}",
                fix="check the llvm.loop metadata: counts are integers",
                detail=failure.message,
            ) from None
        if found is None:
            from opencicc.passes.unroll.own_facts import own_sites

            return cls(own_sites(function, manager, assumed_size))
        loops, seen = found
        return cls([NativeSite(loop) for loop in loops], seen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoopSites) and [s.facts for s in other.found] == [s.facts for s in self.found]

    __hash__ = None  # type: ignore[assignment]


def read_print(function: Function) -> int:
    """The print of a function's loops as they are now, 0 for none."""
    return services().loop_fingerprint(function)


def read_marked(function: Function) -> Sequence[LoopSite] | None:
    """The loops as they are now, good for what their ids say alone; None without the native helper."""
    found = services().marked_loops(function)
    return None if found is None else [NativeSite(loop) for loop in found]


class NativeSite(LoopSite):
    """A loop as the native helper describes it."""

    def __init__(self, loop: helper.LoopFacts) -> None:
        super().__init__(loop.header, loop.latch or 0, loop.parent, loop.number, loop.marks)
        self.loop = loop

    @property
    def is_simplified(self) -> bool:
        return bool(self.latch_ref and self.loop.preheader)

    @property
    def is_innermost(self) -> bool:
        return bool(self.loop.is_innermost)

    @property
    def body_size(self) -> int:
        return self.loop.size

    @property
    def trip_count(self) -> int:
        return self.loop.trip_count

    @property
    def max_trip_count(self) -> int:
        return self.loop.max_trip_count

    @property
    def is_asked(self) -> bool:
        return bool(self.loop.unroll_count or self.marks & helper.LOOP_FULL)

    @property
    def has_bound(self) -> bool:
        loop = self.loop
        return bool(loop.max_trip_count or loop.latch_trip_count or loop.trip_count)

    def place(self, function: Function) -> Instruction | Function:
        return super().place(function) if self.loop.has_location else function

    @once
    def key(self) -> bytes:  # type: ignore[override]
        return bytes(self.loop)[_KEY_START:] if self.is_simplified else b""

    @once
    def facts(self) -> LoopFacts:  # type: ignore[override]
        loop = self.loop
        return LoopFacts(
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
            is_innermost=self.is_innermost,
            is_simplified=self.is_simplified,
            can_copy=bool(loop.is_duplicable),
            is_convergent=loop.convergence != 0,
            may_have_remainder=bool(loop.may_have_remainder),
            is_uniform=bool(loop.is_uniform),
            is_countable=bool(loop.is_countable),
            is_count_expensive=bool(loop.is_count_expensive),
            is_count_divided=bool(loop.is_count_divided),
            inline_candidates=loop.inline_candidates,
            calls=loop.calls,
            local_array_size=loop.local_array_size,
            far_loads=loop.far_loads,
            slow_cycles=loop.slow_cycles,
            atomics=loop.atomics,
            divisions=loop.divisions,
            fixed_stores=loop.fixed_stores,
            shortest_way=loop.shortest_way,
            peel_count=loop.peel_count,
            is_peel_by_profile=bool(loop.is_peel_by_profile),
            is_peel_of_last=bool(loop.is_peel_of_last),
            can_peel=bool(loop.can_peel),
            peeled_count=loop.peeled_count,
            function_size=loop.function_size,
            pragma=pragma_of(loop.marks, loop.unroll_count),
        )
