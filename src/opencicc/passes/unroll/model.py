"""What is known of a loop and what is decided about it: frozen values, no LLVM."""

from __future__ import annotations

from opencicc.record import once, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Oracle(Protocol):
        """Answers that cost time, asked only where a decision hangs on them."""

        def dynamic_cost(self, trips: int, threshold: int) -> DynamicCost | None:
            """What is left of so many trips after constant folding, None when that can't be told.

            A size that folding can't bring below the threshold, with all it may earn, need not be found out exactly.
            """

        def reads_apart(self) -> bool:
            """Does every trip load from other sectors of global memory, or what all threads load?"""

        def is_left_together(self) -> bool:
            """Do the threads of a warp make as many trips as each other, for all that is known?"""

        def fetches(self) -> int:
            """Loads from global memory in a trip, those of one aligned vector counted once; 0 for a loop that stores."""

        def takes_from_rows(self) -> bool:
            """Does each thread go word by word through rows of its own, that it updates or takes into a local array?"""

        def occupancy(self, count: int, is_complete: bool) -> Occupancy:
            """Registers and resident warps before and after making `count` copies."""


@record
class Pragma:
    """The unroll metadata that a loop came with."""

    count: int = 0
    is_full: bool = False
    is_enabled: bool = False
    is_disabled: bool = False
    no_runtime: bool = False

    @property
    def is_explicit(self) -> bool:
        """Did somebody ask for this loop to be unrolled?"""
        return self.count > 1 or self.is_full or self.is_enabled


NO_PRAGMA = Pragma()


@record
class LoopFacts:
    """One loop. Counts are 0 where unknown; trips count executions of the header."""

    body_size: int
    trip_count: int = 0
    trip_multiple: int = 1
    max_trip_count: int = 0
    latch_trip_count: int = 0  # trips if no exit before the latch is taken
    blocks: int = 1
    profiled_trips: int = -1
    launch_trips: int = -1  # what launch bounds let expect of a loop over a block's elements
    depth: int = 1
    exits: int = 1
    is_innermost: bool = True
    is_simplified: bool = True  # one latch, a preheader
    can_copy: bool = True
    is_convergent: bool = False
    may_have_remainder: bool = True  # no convergent operation would get a new condition from one
    is_uniform: bool = False  # convergent, and the threads of a warp leave it together
    is_countable: bool = True  # leaves at its latch only, after a number of trips known before it
    is_count_expensive: bool = False
    is_count_divided: bool = False  # ... and a quotient: the step is not 1
    inline_candidates: int = 0
    calls: int = 0
    local_array_size: int = 0  # elements of the largest local array it touches
    far_loads: int = 0  # loads that may go to global memory, for another word in every trip
    slow_cycles: int = 0  # latency of its divisions, roots and special functions, one after the other
    atomics: int = 0
    divisions: int = 0  # of integers, by what is no constant
    fixed_stores: int = 0  # to one address of what may be global memory
    shortest_way: int = (
        0  # instructions of a trip that skips what others do, by the shorter way at every branch; 0: none does
    )
    peel_count: int = 0
    is_peel_by_profile: bool = False  # nothing gets simpler, but a profile expects no more trips
    is_peel_of_last: bool = False
    can_peel: bool = False
    peeled_count: int = 0  # by earlier invocations
    function_size: int = 0
    nest_size: int = 0  # as it is when the loops inside it are unrolled too; 0 for an innermost one
    pragma: Pragma = NO_PRAGMA

    @property
    def is_disabled(self) -> bool:
        return self.pragma.is_disabled

    @property
    def most_trips(self) -> int:
        return self.trip_count or self.max_trip_count

    @property
    def waits_for_stores(self) -> bool:
        """Do a trip's loads wait for what the trip before it stored? Without loads nothing waits."""
        return self.fixed_stores > 0 and self.far_loads > 0

    @property
    def expected_trips(self) -> int:
        """By profile, else by the launch; -1 when nothing tells."""
        return self.profiled_trips if self.profiled_trips >= 0 else self.launch_trips


@record
class DynamicCost:
    """A simulated unrolling: cost of all trips as they are, and of what folding leaves."""

    rolled: int
    unrolled: int
    is_least: bool = False  # more may be left: it was too much already


@record
class Occupancy:
    """Estimated registers of a thread and resident warps, now and with the copies."""

    registers_now: int = 0
    registers_then: int = 0
    warps_now: int = 0
    warps_then: int = 0
    enough_warps: int = 32  # more hide little more latency

    @property
    def is_kept(self) -> bool:
        return self.warps_then >= min(self.warps_now, self.enough_warps)


@record
class Unroll:
    """A decision: the kind of unrolling, its factor, and the sentence that explains it.

    Kinds: none, full, upper-bound, pragma (a factor somebody wrote), partial, runtime, peel.
    """

    kind: str
    count: int
    reason: str
    name: str = ""  # the remark's name
    size: int = 0
    numbers: tuple[tuple[str, int], ...] = ()
    is_convergent: bool = False  # LLVM's pass would refuse it: shown to be safe here
    notes: tuple[tuple[str, str], ...] = ()  # further remarks: (name, message)
    by_function_size: bool = False  # the same loop in a larger or smaller function may do otherwise
    is_remainder_behind: bool = True
    is_remainder_straight: bool = False  # copies with a test each instead of a loop
    is_peel_of_last: bool = False
    is_closed: bool = False  # ptxas is to make no further copies
    is_final: bool = False  # a loop that was peeled is to be left alone from now on

    @property
    def is_change(self) -> bool:
        return self.kind != "none"

    @once
    def arguments(self) -> tuple[tuple[str, str], ...]:
        """The numbers as a remark carries them."""
        made = (
            (("UnrollCount", self.count), ("UnrolledSize", self.size))[: 1 + (self.size > 0)] if self.is_change else ()
        )
        return tuple((name, str(number)) for name, number in (*self.numbers, *made))

    @property
    def is_direct(self) -> bool:
        """Is it beyond what metadata can ask LLVM's pass for?"""
        return self.is_convergent or self.is_remainder_straight

    @property
    def may_leave_remainder(self) -> bool:
        return self.kind in ("pragma", "partial", "runtime")
