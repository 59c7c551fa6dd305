"""The cascade: facts about one loop and parameters to one decision. Pure; the first level that finds a factor wins.

    1  local arrays in the loop multiply the budget
    2  a factor by pragma or option, or a number of trips to peel by option
    3  all trips: by pragma, or where they fit; also of a loop whose bound alone is known
    4  peeling
    5  a power of two that divides a known trip count
    6  a factor with a remainder loop for an unknown one
    7  small functions once more, with a larger budget

Convergent operations (barriers, votes, shuffles) never get a condition that parts the threads of a warp: such a loop is
unrolled by factors that divide its trip count, and by others only where a warp leaves it together. The published rule allows
a remainder everywhere; the safe reading wins.
"""

from __future__ import annotations

from opencicc.passes.unroll.consider import Consideration, costs_warps
from opencicc.passes.unroll.estimate import LLVM_SIZE, PREDICATED_BLOCKS, llvm_copies
from opencicc.passes.unroll.model import Unroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.model import LoopFacts, Oracle
    from opencicc.passes.unroll.params import UnrollParams


# Copies of a short loop of known trips: a chain of sums waits once for the loads of all of them. Loads from shared memory
# are near, so ptxas keeps few of them in registers at a time and copies cost no warps. Of those from global memory more
# are in flight, which pays where every trip reads something else.
SHORT_BODY, SHORT_COPIES = 12, 32
NEAR_BODIES, FAR_BODIES = 300, 170
# All trips of a body that loads from global memory under branches, inside another loop: its copies do not overlap, and
# addresses of all of them are hoisted out of the loop around. So LLVM's budget stands there, and a little that folds away earns no more: 5 and 3
# copies that make 392 and 398, of which 16 and 6 % fold, cost 8 and 10 % of time.
BRANCHING_BODIES, LEAST_FOLDED_PERCENT = 300, 125
SMALLEST_BOUNDED = 8  # the body of a loop that is written out for its bound: a quarter of it is the exit test


def decide(loop: LoopFacts, params: UnrollParams, oracle: Oracle) -> Unroll:
    """What to do with one loop, and why."""
    return _Cascade(loop, params, oracle).run()


def is_power_of_two(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0


class _Cascade(Consideration):
    """The levels, in the order of the module's table."""

    def run(self) -> Unroll:
        obstacle = self.obstacle()
        if obstacle:
            return self.leave(obstacle, "NotUnrolled")
        early = (self.peel_as_asked, self.by_factor, self.all_trips, self.upper_bound, self.peel)
        for level in early if self.params.only_full else (*early, self.partial, self.runtime, self.small):
            found = level()
            if found is not None:
                return found
        return self.leave("; ".join(self.misses) or "no kind of unrolling applies", "NotUnrolled")

    # --- what forbids any unrolling ---

    def obstacle(self) -> str:
        loop = self.loop
        if loop.pragma.is_disabled or loop.pragma.count == 1:
            return "unrolling is disabled for it"
        if self.params.count == 1:
            return "an option asks for a factor of 1"
        if not loop.is_simplified:
            return "it has no preheader or more than one latch"
        if not loop.can_copy:
            return "it holds operations that can't be copied"
        if loop.inline_candidates:
            return f"{loop.inline_candidates} calls in it may still be inlined"
        if loop.is_convergent and not self.params.runtime_convergent:
            return "it holds convergent operations and unroll-runtime-convergent is off"
        return ""

    # --- level 2 ---

    def peel_as_asked(self) -> Unroll | None:
        loop, wanted = self.loop, self.params.peel_count
        if wanted <= loop.peeled_count:
            return None
        if not loop.can_peel:
            return self.miss("its shape can't be peeled")
        budget = self.multiplier * self.params.pragma_threshold
        count = min(wanted - loop.peeled_count, budget // max(loop.body_size, 1))
        if loop.trip_count:
            count = min(count, loop.trip_count - 1)
        if count < 1:
            return self.miss(f"no trip can be peeled: of {loop.trip_count} trips one has to stay" if loop.trip_count
                             else f"no trip can be peeled: size {loop.body_size} of {budget}")  # fmt: skip
        return self.take_peel(count, f"an option asks for {wanted}")

    def by_factor(self) -> Unroll | None:
        asked = self.params.count or self.loop.pragma.count
        if asked < 2:
            return None
        wanted = min(asked, self.params.max_count)
        if wanted < 2:
            return self.leave(f"factor {asked} is more than unroll-max-count allows", "NotUnrolled")
        if self.params.only_full and not 0 < self.loop.trip_count <= wanted:
            return self.leave("a factor was asked for, which waits for loop-unroll", "NotUnrolled")
        loop, budget = self.loop, self.multiplier * self.params.pragma_threshold
        count = min(wanted, loop.most_trips) if loop.most_trips else wanted
        if self.size(count) > budget:
            self.notes.append(
                ("ThresholdExceeded", f"unrolling by {count} makes {self.size(count)}, more than {budget}")
            )
            count = self.smaller_factor(count, budget)
        if count > 1 and loop.trip_multiple % count and loop.trip_count != count and not self.may_remain():
            why = "its convergent operations" if self.params.allow_remainder else "unroll-allow-remainder is off"
            said = f"no remainder loop is allowed ({why}) and {loop.trip_multiple} trips are no multiple of {count}"
            self.notes.append(("PragmaCount", said))
            count = self.smaller_factor(count, budget)
        if count < 2:
            self.misses.append(f"factor {wanted} can't be had")
            return None
        given = "an option" if self.params.count else "a pragma"
        said = f"unrolled by {count}: {given} asks for {asked}"
        said += f", unroll-max-count is {wanted}" if wanted < asked else ""
        return self.take("pragma", count, said, "PragmaUnrolled")

    def smaller_factor(self, count: int, budget: int) -> int:
        """The largest factor below that divides the trips and fits, 1 for none."""
        divided = self.loop.trip_count or self.loop.trip_multiple
        largest = self.largest_fitting(budget)
        return next((c for c in range(min(count - 1, largest, divided), 1, -1) if divided % c == 0), 1)

    # --- level 3 ---

    def all_trips(self) -> Unroll | None:
        loop, trips = self.loop, self.loop.trip_count or self.loop.latch_trip_count
        if not trips or trips > self.params.full_max_count:
            if trips:
                self.misses.append(f"{trips} trips are more than unroll-full-max-count {self.params.full_max_count}")
            return None
        size = self.size(trips)
        asked = loop.pragma.is_full or loop.pragma.is_enabled
        budget = self.multiplier * (self.params.pragma_threshold if asked else self.full_threshold())
        fits = f"{trips} trips of size {loop.body_size} make {size}"
        if size > budget:
            self.notes.append(("ThresholdExceeded", f"{fits}, more than {budget}"))
            return self.by_simulation(trips, size) if not asked else self.miss(f"{fits}, more than {budget}")
        if not asked and (self.outgrows_with_all_trips(size) or self.outgrows_with_nest(trips, budget)):
            return None
        by = ", asked for by a pragma" if asked else ""
        by += ", other exits kept" if not loop.trip_count else ""
        return self.take(
            self.kind_of_full(), trips, f"unrolled completely{by}: {fits}, within {budget}", "FullyUnrolled"
        )

    def full_threshold(self) -> int:
        threshold = self.params.threshold
        return min(threshold, BRANCHING_BODIES) if self.keeps_branches() else threshold

    def keeps_branches(self) -> bool:
        """Do branches keep the loads of its copies apart, inside another loop? An `if` becomes predicates.

        A local array is worth its copies anyway.
        """
        loop = self.loop
        if not loop.is_innermost or loop.depth < 2 or not loop.far_loads or loop.blocks <= PREDICATED_BLOCKS:
            return False
        return self.is_estimated() and self.multiplier == 1

    def kind_of_full(self) -> str:
        """An exact trip count leaves no test; with other exits each copy keeps its own."""
        return "full" if self.loop.trip_count else "upper-bound"

    def by_simulation(self, trips: int, size: int) -> Unroll | None:
        """Does constant folding shrink the copies enough? It may earn up to boost_percent of the threshold."""
        params = self.params
        threshold = self.multiplier * self.full_threshold()
        said = f"{trips} trips make {size}, more than {threshold}"
        if trips > params.max_iterations or trips < 2:
            return self.miss(f"{said}; only {params.max_iterations} trips are simulated")
        cost = self.oracle.dynamic_cost(trips, threshold)
        if cost is None or cost.unrolled >= cost.rolled:
            return self.miss(f"{said} and nothing folds")
        percent = min(params.boost_percent, 100 * cost.rolled // max(cost.unrolled, 1))
        budget = threshold * percent // 100
        folded = f"folding leaves {'at least ' if cost.is_least else ''}{cost.unrolled} of {cost.rolled}"
        if cost.unrolled > budget:
            return self.miss(f"{said}; {folded}, more than {budget}")
        if self.keeps_branches() and percent < LEAST_FOLDED_PERCENT:
            return self.miss(f"{said}; {folded}, too little for copies that keep their branches")
        if self.outgrows_with_all_trips(cost.unrolled):
            return None
        return self.take(
            self.kind_of_full(),
            trips,
            f"unrolled completely: {trips} trips, {folded}, within {budget}",
            "FullyUnrolled",
        )

    def upper_bound(self) -> Unroll | None:
        """Copies for the most trips there can be; each copy keeps its exit test."""
        loop, params, bound = self.loop, self.params, self.loop.max_trip_count
        if loop.trip_count or not bound:
            return None
        asked = loop.pragma.is_full or loop.pragma.is_enabled
        limit = params.pragma_upper_bound if asked else min(params.max_upper_bound, params.automatic_upper_bound)
        if not params.allow_upper_bound and not asked:
            return None
        budget = self.multiplier * (params.pragma_threshold if asked else params.threshold)
        size = self.size(bound)
        if bound > min(limit, params.full_max_count) or size > budget or (not asked and self.outgrows(size)):
            return (
                self.miss(f"at most {bound} trips, limit {limit}, size {size} of {budget}") if bound <= limit else None
            )
        if loop.body_size < SMALLEST_BOUNDED and not asked and self.multiplier == 1 and not params.is_published:
            return self.miss(f"copies of size {loop.body_size} are hardly more than the exit test that each keeps")
        if not asked and self.outgrows_with_nest(bound, budget):
            return None
        if not asked and self.params.mind_occupancy and self.multiplier == 1:
            found = self.oracle.occupancy(bound, True)
            if not found.is_kept:
                return self.miss(costs_warps(bound, found))
        said = f"unrolled for at most {bound} trips of size {loop.body_size}: {size}, within {budget}"
        return self.take("upper-bound", bound, said, "UpperBoundUnrolled")

    # --- level 4 ---

    def peel(self) -> Unroll | None:
        loop, count = self.loop, self.loop.peel_count
        if not count or self.params.peel_count >= 0 or not self.params.may_guess:
            return None
        if loop.is_peel_by_profile and not self.params.allow_profile:
            return self.miss("peeling what a profile expects is off")
        if self.outgrows(count * loop.body_size):
            return None
        return self.take_peel(
            count, "a profile expects no more" if loop.is_peel_by_profile else "the others get simpler"
        )

    def take_peel(self, count: int, why: str) -> Unroll:
        """A loop that was peeled by a profile stays as it is: what the profile said of it is used up."""
        is_automatic = self.params.peel_count < 0
        is_last = is_automatic and self.loop.is_peel_of_last
        trips = f"{count} {'trip' if count == 1 else 'trips'}{' at the end' if is_last else ''}"
        size = self.loop.body_size * (count + 1)
        return Unroll(
            "peel",
            count,
            f"peeled {trips}: {why}",
            "Peeled",
            size,
            self.numbers(),
            notes=self.said(),
            is_peel_of_last=is_last,
            is_final=is_automatic and self.loop.is_peel_by_profile,
        )

    # --- levels 5 to 7 ---

    def partial(self, budget: int = 0) -> Unroll | None:
        loop, params = self.loop, self.params
        if not loop.trip_count or not (loop.is_innermost or self.is_estimated()):
            return None
        if not params.allow_partial and not loop.pragma.is_explicit:
            return self.miss("partial unrolling is off")
        if not loop.is_innermost:
            return self.partial_nest()
        budget = budget or self.partial_budget()
        count = self.dividing_power(min(self.largest_fitting(budget), self.most_copies(), loop.trip_count))
        if count < 2 and self.may_remain():
            count = self.halved(params.default_count, budget)
        if count < params.default_count:
            count = max(count, self.dividing_power(self.worthwhile(self.multiplier * params.threshold)))
        if count < 2:
            return self.no_factor(budget)
        if loop.far_loads or not self.is_short():
            count = self.keeping_warps(count)
        if count < 2 or self.outgrows(self.size(count)):
            return None
        within = f"of {budget}" if self.size(count) <= budget else self.for_gain(count)
        said = f"unrolled by {count}: {loop.trip_count} trips, size {self.size(count)} {within}"
        return self.take("partial", count, said, "PartialUnrolled")

    def partial_nest(self) -> Unroll | None:
        """A loop that holds loops: as many copies as LLVM would make, which are few and of small bodies only."""
        loop, params = self.loop, self.params
        fitting = llvm_copies(loop.body_size, params.fixed_cost)
        count = self.dividing_power(min(fitting, params.max_count, loop.trip_count))
        count = self.keeping_warps(count)
        if count < 2 or self.outgrows(self.size(count)):
            return None
        said = (
            f"unrolled by {count}: {loop.trip_count} trips with a loop inside, size {self.size(count)} of {LLVM_SIZE}"
        )
        return self.take("partial", count, said, "PartialUnrolled")

    def partial_budget(self) -> int:
        usual = self.multiplier * self.params.partial_threshold
        if not self.is_short():
            return usual
        if not self.loop.far_loads:
            return NEAR_BODIES
        fitting = [min(self.largest_fitting(budget), self.most_copies()) for budget in (usual, FAR_BODIES)]
        gains_copies = self.dividing_power(fitting[1]) > self.dividing_power(fitting[0])
        return FAR_BODIES if gains_copies and self.oracle.reads_apart() else usual

    def most_copies(self) -> int:
        return min(SHORT_COPIES, self.params.max_count) if self.is_short() else self.params.max_count

    def is_short(self) -> bool:
        """Are a few instructions all of it, by which its copies are counted? Local arrays have budgets of their own."""
        return self.loop.body_size <= SHORT_BODY and self.is_estimated() and self.multiplier == 1

    def dividing_power(self, most: int) -> int:
        """The largest power of two up to `most` that divides the trips."""
        return next((c for c in range(most, 1, -1) if is_power_of_two(c) and self.loop.trip_count % c == 0), 1)

    def runtime(self, budget: int = 0) -> Unroll | None:
        loop, params = self.loop, self.params
        if loop.trip_count:
            return None
        missed = self.runtime_obstacle()
        if missed:
            return self.miss(missed)
        # No multiplier: a remainder loop keeps local arrays in memory.
        if self.is_estimated():
            budget = params.threshold
            wanted = self.by_gain()
            if wanted < 2 and params.default_count > 1:
                return self.miss(f"copies of size {loop.body_size} gain less than 4 %")
            count = self.halved(wanted, budget)
        else:
            budget = budget or (params.partial_threshold if loop.pragma.is_explicit else params.remainder_budget)
            count = self.halved(params.default_count, budget)
        if count < 2:
            return self.no_factor(budget)
        count = self.for_expected_trips(count)
        count = self.keeping_warps(count) if self.pays(count) else 1
        if count < 2 or not self.pays(count) or self.outgrows(self.size(count)):
            return None
        within = self.for_gain(count) if self.is_estimated() else f"of {budget}"
        rest = "straight remainder" if self.is_remainder_straight(count) else "remainder loop"
        said = f"unrolled by {count} with a {rest}: size {self.size(count)} {within}"
        if loop.trip_multiple % count == 0:
            said = (
                f"unrolled by {count}: trips are a multiple of {loop.trip_multiple}, size {self.size(count)} {within}"
            )
        return self.take("runtime", count, said, "RuntimeUnrolled")

    def runtime_obstacle(self) -> str:
        loop, params = self.loop, self.params
        asked = loop.pragma.is_explicit
        tests = (
            (not params.allow_runtime or loop.pragma.no_runtime, "unrolling with a remainder is off"),
            (not loop.is_innermost and not self.is_estimated(), "only innermost loops are unrolled with a remainder"),
            (not loop.is_countable, "its trips are not known before it starts"),
            (loop.body_size > params.runtime_threshold and not asked,
             f"its size {loop.body_size} is more than runtime-unroll-threshold {params.runtime_threshold}"),
            (loop.blocks > params.runtime_blocks and not asked,
             f"its body has {loop.blocks} blocks, whose copies would not overlap"),
            (loop.atomics > 0 and self.is_estimated(),
             "its atomic operations would be issued together and wait for each other"),
            (0 <= loop.expected_trips < params.flat_trip_count,
             f"about {loop.expected_trips} trips are too few for a remainder to pay"),
            (0 < loop.max_trip_count <= params.max_upper_bound and not asked,
             f"at most {loop.max_trip_count} trips are too few for a remainder to pay"),
            (loop.is_count_expensive and not asked and not (params.allow_expensive_count and loop.depth == 1),
             "counting its trips costs too much"),
            (loop.is_count_expensive and not asked and loop.expected_trips < 0 and not self.is_count_worth_it(),
             "counting its trips is expensive, and nothing says that they are many"),
            (not self.may_remain() and loop.trip_multiple < 2, self.why_no_remainder()),
        )  # fmt: skip
        return next((reason for applies, reason in tests if applies), "")

    def is_count_worth_it(self) -> bool:
        """A few more instructions for the count are less than one load that waits; a division is less than several.

        A larger step than 1 is that of a block or a grid: trips are few. A sum over what is read (one block, nothing stored) gains even
        then: with four copies of a product of rows by a block 0.69 of the time. Where trips store, copies lost up to a third.
        """
        loop = self.loop
        if not self.is_estimated() or loop.far_loads <= 0:
            return False
        return not loop.is_count_divided or (loop.blocks == 1 and self.oracle.fetches() > 0)

    def small(self) -> Unroll | None:
        """Small functions leave room: the whole threshold for what did not fit the partial one."""
        if self.loop.function_size >= self.params.small_function:
            return None
        budget = self.params.threshold
        return self.partial(self.multiplier * budget) or self.runtime(budget)
