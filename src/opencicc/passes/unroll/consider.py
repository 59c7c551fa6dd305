"""A loop under consideration: what its copies would measure, what may be done to it, and what was said about it so far."""

from __future__ import annotations

from opencicc.passes.unroll.estimate import (
    LLVM_SIZE,
    OVERHEAD,
    gain_percent,
    is_mostly_skipped,
    llvm_copies,
    worthwhile_copies,
)
from opencicc.passes.unroll.model import LoopFacts, Unroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.model import Occupancy, Oracle
    from opencicc.passes.unroll.params import UnrollParams

MAX_LOCAL_MULTIPLIER = 6
NEST_MULTIPLIER = 6  # straight code runs once: all loops of a sorting network make 1,700
COMPLETE = ("full", "upper-bound")
FEW_LOADS = 8  # under way at once: half of what ptxas starts in loops that it copies
# All trips of a loop that clears or copies a local array: of a body of so many instructions so many are always worth it, in functions
# up to so many times the usual limit.
CLEARING_BODY, CLEARING_COPIES, CLEARED_FUNCTIONS = 16, 400, 4


def local_multiplier(loop: LoopFacts) -> int:
    """How much larger the budgets are, because unrolling may turn a local array into registers."""
    return min(max(loop.local_array_size, 1), MAX_LOCAL_MULTIPLIER)


def costs_warps(count: int, found: Occupancy) -> str:
    return (
        f"{count} copies need about {found.registers_then} registers, {found.registers_now} now: "
        f"{found.warps_then} warps instead of {found.warps_now}"
    )


class Consideration:
    """One loop, its parameters, and the notes and misses that a decision will carry."""

    def __init__(self, loop: LoopFacts, params: UnrollParams, oracle: Oracle) -> None:
        self.loop = loop
        self.params = params
        self.oracle = oracle
        self.multiplier = local_multiplier(loop)
        self.notes: list[tuple[str, str]] = []
        self.misses: list[str] = []
        # A little smaller, and the function would have the budget of small ones.
        self.by_function_size = params.small_function <= loop.function_size < 2 * params.small_function

    def size(self, count: int) -> int:
        return self.params.unrolled_size(self.loop.body_size, count)

    def largest_fitting(self, budget: int) -> int:
        copied = self.loop.body_size - self.params.fixed_cost
        return max(0, (budget - self.params.fixed_cost) // copied) if copied > 0 else budget

    def halved(self, count: int, budget: int) -> int:
        """The factor, halved until the copies fit and, without a remainder, divide the trips."""
        loop = self.loop
        count = min(count, self.params.max_count)
        while count > 1 and (
            self.size(count) > budget
            or (loop.most_trips and count > loop.most_trips)
            or (not self.may_remain() and loop.trip_multiple % count)
        ):
            count >>= 1
        return count

    def is_estimated(self) -> bool:
        """Does what a copy gains decide here? Where nobody asked for copies and no budget was given."""
        return self.params.by_estimate and not self.loop.pragma.is_explicit

    def worthwhile(self, budget: int) -> int:
        """Copies that the estimate finds worth their size, within a budget."""
        if not self.is_estimated():
            return 1
        return self.halved(worthwhile_copies(self.loop, self.params.default_count), budget)

    def by_gain(self) -> int:
        """Copies by the estimate; where it sees no gain, as many as LLVM would make.

        What saves only the counter's steps is for loops that the threads of a warp leave together: where their trips differ, a
        warp makes the most of them and then the remainder of any.
        """
        usual = self.params.default_count
        if self.loop.waits_for_stores:
            return 1
        is_counting = usual > 1 and self.is_mostly_overhead() and self.oracle.is_left_together()
        most = 2 * usual if is_counting or (usual > 1 and self.loads_little(usual)) else usual
        by_llvm = llvm_copies(self.loop.body_size, self.params.fixed_cost)
        worthwhile = worthwhile_copies(self.loop, most)
        if worthwhile > 1 and is_mostly_skipped(self.loop) and not self.oracle.is_left_together():
            self.miss("the trips of its threads differ, and what is mostly skipped gains less than a remainder costs")
            worthwhile = 1
        return max(worthwhile, min(by_llvm, usual))

    def is_mostly_overhead(self) -> bool:
        """Is more than half of a trip the counter's step, the test and the branch? Then nothing far is loaded either."""
        loop = self.loop
        return loop.body_size < 2 * OVERHEAD and not loop.far_loads and loop.is_innermost and loop.blocks == 1

    def loads_little(self, count: int) -> bool:
        """Are few loads under way in these copies, and will ptxas make no more, because they are too large?

        Of shorter ones it makes four: sixteen loads are under way then. Only where nothing is around: trips are many.
        """
        loop = self.loop
        if (
            self.multiplier > 1
            or not self.params.fill_flight
            or loop.depth > 1
            or loop.blocks > 1
            or loop.is_convergent
        ):
            return False
        if not loop.far_loads or self.size(count) <= LLVM_SIZE or self.is_much_work(count):
            return False
        return 0 < self.oracle.fetches() * count <= FEW_LOADS

    def is_much_work(self, count: int) -> bool:
        """Is a trip's work done no sooner with twice as many copies?"""
        return worthwhile_copies(self.loop, 2 * count) <= count

    def for_gain(self, count: int) -> str:
        return f"for {gain_percent(self.loop, count)} % fewer cycles a trip"

    def for_expected_trips(self, count: int) -> int:
        """The factor, halved until the trips that are expected make two rounds of it; 1 when no factor has them."""
        trips = self.loop.expected_trips
        if trips < 0 or self.loop.pragma.is_explicit:
            return count
        while count > 1 and 2 * count > trips:
            self.miss(f"about {trips} trips are too few for {count} copies")
            count >>= 1
        return count

    def pays(self, count: int) -> bool:
        """Are there copies enough to be worth a remainder loop, where there has to be one?"""
        least = self.params.runtime_least_count
        if count >= least or self.loop.pragma.is_explicit or self.loop.trip_multiple % count == 0:
            return True
        self.miss(f"{count} copies do not pay for a remainder loop")
        return False

    def outgrows_with_nest(self, count: int, budget: int) -> bool:
        """Would the loops inside make the copies too large, once they are unrolled too? Local arrays are worth it."""
        size, budget = self.params.unrolled_size(self.loop.nest_size, count), NEST_MULTIPLIER * budget
        if size <= budget or self.loop.pragma.is_explicit or self.multiplier > 1 or self.params.is_published:
            return False
        self.miss(f"with the loops inside it {count} trips make {size}, more than {budget}")
        return True

    def keeping_warps(self, count: int) -> int:
        """The factor, halved until the copies cost no resident warps; 1 when any copy does."""
        if not self.params.mind_occupancy or self.loop.pragma.is_explicit:
            return count
        while count > 1:
            found = self.oracle.occupancy(count, False)
            if found.is_kept:
                return count
            self.notes.append(("Occupancy", costs_warps(count, found)))
            self.miss(costs_warps(count, found))
            count >>= 1
        return 1

    def may_remain(self) -> bool:
        return self.params.allow_remainder and (self.loop.may_have_remainder or self.is_uniform())

    def is_uniform(self) -> bool:
        """Is the new condition of a remainder loop the same for all threads that come to it?"""
        return self.loop.is_uniform and self.loop.is_countable and self.params.uniform_remainder

    def outgrows(self, size: int) -> bool:
        grown = self.loop.function_size + size - self.loop.body_size
        if grown <= self.params.max_function_size:
            return False
        self.by_function_size = True
        self.misses.append(f"the function would grow to {grown}, more than {self.params.max_function_size}")
        return True

    def outgrows_with_all_trips(self, size: int) -> bool:
        """As `outgrows`, for all trips. Short loops that a local array may go away by are worth it in a larger function too.

        Such a function is one of tiles that were written out before; a loop that clears or copies the tiles keeps all of them in memory.
        """
        loop, limit = self.loop, CLEARED_FUNCTIONS * self.params.max_function_size
        if loop.local_array_size and loop.body_size <= CLEARING_BODY and size <= CLEARING_COPIES:
            return loop.function_size > limit and self.outgrows(size)
        return self.outgrows(size)

    def no_factor(self, budget: int) -> Unroll | None:
        """Say why there is not even a factor of 2: the size, the trips, or a limit that somebody set."""
        loop, params = self.loop, self.params
        if self.size(2) > budget:
            self.notes.append(("LoopSize", f"its size {loop.body_size} leaves no room for copies in {budget}"))
            return self.miss(f"two copies of size {loop.body_size} do not fit {budget}")
        if min(params.max_count, params.default_count) < 2:
            limit = "unroll-max-count" if params.max_count < 2 else "unroll-default-count"
            return self.miss(f"{limit} allows no copies")
        if loop.most_trips == 1:
            return self.miss("it has one trip at most")
        trips = f"{loop.trip_count} trips" if loop.trip_count else f"a multiple of {loop.trip_multiple} trips"
        said = f"no power of two that fits {budget} divides {trips}, and {self.why_no_remainder()}"
        self.notes.append(("Divisibility", said))
        return self.miss(said)

    def why_no_remainder(self) -> str:
        if not self.params.allow_remainder:
            return "unroll-allow-remainder is off"
        return "a remainder loop would give its convergent operations a new condition"

    def numbers(self) -> tuple[tuple[str, int], ...]:
        """What the decision came from. Nobody counts the trips of a loop that is disabled; 0 is never a count."""
        loop, params = self.loop, self.params
        trips = (
            ("TripCount", loop.trip_count),
            ("TripMultiple", loop.trip_multiple),
            ("MaxTripCount", loop.max_trip_count),
            ("BodySize", loop.body_size),
        )
        return (
            *((name, count) for name, count in trips if count and not loop.pragma.is_disabled),
            ("Threshold", params.threshold),
            ("PartialThreshold", params.partial_threshold),
            ("LocalArrays", self.multiplier),
            ("Depth", loop.depth),
            ("FunctionSize", loop.function_size),
        )

    def is_remainder_behind(self) -> bool:
        """Calls stay together behind the loop: all threads of a warp come to them after the same number of rounds."""
        return self.params.wants_epilog or self.loop.calls > 0

    def is_remainder_straight(self, count: int) -> bool:
        """A loop inside another one comes to its remainder in every trip of that: no counter, no test of it then."""
        loop, size = self.loop, (count - 1) * self.loop.body_size
        if loop.depth < 2 or loop.trip_multiple % count == 0:
            return False
        return count <= self.params.default_count and size <= self.params.straight_remainder

    def said(self) -> tuple[tuple[str, str], ...]:
        return tuple(dict.fromkeys(self.notes))

    def take(self, kind: str, count: int, reason: str, name: str) -> Unroll:
        is_convergent = not self.loop.may_have_remainder and self.loop.trip_multiple % count != 0
        if is_convergent and kind not in COMPLETE:
            reason += "; its convergent operations stay together, because a warp's threads leave the loop together"
        is_closed = self.is_to_be_closed(kind)
        if is_closed:
            reason += "; no further copies by ptxas: each thread goes through rows of its own"
        return Unroll(
            kind,
            count,
            reason,
            name,
            self.size(count),
            self.numbers(),
            is_convergent,
            self.said(),
            is_remainder_behind=self.is_remainder_behind(),
            is_remainder_straight=kind == "runtime" and self.is_remainder_straight(count),
            is_closed=is_closed,
        )

    def is_to_be_closed(self, kind: str) -> bool:
        """Would copies that ptxas makes of ours only cost?"""
        loop = self.loop
        if kind not in ("partial", "runtime") or not self.params.close_rows or not loop.is_innermost:
            return False
        return loop.far_loads > 0 and self.is_estimated() and self.oracle.takes_from_rows()

    def leave(self, reason: str, name: str) -> Unroll:
        size, said = self.loop.body_size, self.said()
        reason = f"not unrolled: {reason}"
        return Unroll("none", 1, reason, name, size, self.numbers(), False, said, self.by_function_size)

    def miss(self, reason: str) -> Unroll | None:
        """Remember why a level found nothing."""
        if reason not in self.misses:
            self.misses.append(reason)
        return None
