"""One function: read its loops, decide from the inside out, unroll, and look again at what is around.

An outer loop's size is known only when the loops inside it are settled, so the work goes in rounds; a function whose
loops all stay as they are takes one round and is not touched.
"""

from __future__ import annotations

from opencicc.llvm.function_passes import place_remainders, run_on_function
from opencicc.llvm.services import NO_PRINT
from opencicc.passes.unroll.apply import Marking, inside_complete
from opencicc.passes.unroll.chaos import random_decision
from opencicc.passes.unroll.consider import COMPLETE
from opencicc.passes.unroll.facts import LoopSites, read_marked, read_print
from opencicc.passes.unroll.jam import Jam
from opencicc.passes.unroll.model import Unroll
from opencicc.passes.unroll.nest import nest_sizes
from opencicc.passes.unroll.oracle import FunctionOracle
from opencicc.passes.unroll.settled import SettledLoops
from opencicc.passes.unroll.tell import Telling
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

    from opencicc.llvm.ir import Function
    from opencicc.passes.api import PassContext
    from opencicc.passes.unroll.memo import Decider
    from opencicc.passes.unroll.site import LoopSite

ASSUMED_TRIPS = 8  # of a loop inside another one that are not known yet
MAX_ROUNDS = 32  # nests are not deeper; a loop that keeps changing is left


class Unroller:
    """Unrolls the loops of one function."""

    def __init__(
        self,
        function: Function,
        name: str,
        ctx: PassContext,
        decider: Decider,
        assumed_size: int,
        rng: random.Random | None = None,
    ) -> None:
        self.function = function
        self.name = name
        self.ctx = ctx
        self.machine = ctx.machine.ref
        self.decider = decider
        self.params = decider.params
        self.assumed_size = assumed_size
        self.settled = ctx.memory(SettledLoops)
        self.telling = Telling(ctx, name, self.settled.misses)
        self.planned_growth = 0
        self.is_lasting = rng is None  # would all loops that were left alone be left alone again?
        self.rng = rng  # decides in place of the cascade
        self.marking = Marking(function, self.machine)

    def run(self, loops: LoopSites) -> bool:
        """Was anything changed?"""
        changed = not all(site.is_done for site in loops.found) and self.unroll(loops.found, loops.seen)
        self.telling.finish(self.params)
        return changed

    def unroll(self, sites: Sequence[LoopSite], seen: int) -> bool:
        """Round after round, until nothing is left; `seen` is the print of the loops as they were found."""
        prepared = self.simplify(sites) | self.jam(sites)
        if prepared:
            sites = self.read()
        rounds = 0
        while rounds < MAX_ROUNDS:
            decisions = self.decide_round(sites)
            if not any(decision.is_change for decision in decisions.values()):
                break
            side = _remainder_side(decisions.values())
            if side is not None:
                place_remainders(side)
            self.marking.run_round(sites, decisions)
            if _frees_arrays(sites, decisions):
                run_on_function(self.function, "sroa")
            if _opens_nests(sites, decisions):
                run_on_function(self.function, "sccp,loop-simplify", self.machine)
            rounds += 1
            left = self.read_left() if self.marking.is_complete else None
            sites = self.read() if left is None else left
            self.tell_refused(sites)
            if left is not None:
                break
        if rounds:
            self.marking.finish()
        if self.is_lasting and rounds < MAX_ROUNDS:
            self.settled.remember(self.name, self.params, read_print(self.function) if rounds or prepared else seen)
        return rounds > 0 or prepared

    def read(self) -> Sequence[LoopSite]:
        """The loops after a change."""
        self.ctx.edited(self.function)
        return self.ctx.analysis(LoopSites, self.function, self.assumed_size, NO_PRINT).found

    def read_left(self) -> Sequence[LoopSite] | None:
        """The loops after the last change, of which all is decided: no facts are made for them. None without the helper."""
        self.ctx.edited(self.function)
        return read_marked(self.function)

    def simplify(self, sites: Sequence[LoopSite]) -> bool:
        """Give loops one latch and a preheader where they lack them; only then LLVM's engine can do anything."""
        if all(site.is_simplified or site.is_disabled for site in sites):
            return False
        before = self.function.count_blocks()
        run_on_function(self.function, "loop-simplify", self.machine)
        return self.function.count_blocks() != before

    def jam(self, sites: Sequence[LoopSite]) -> bool:
        """Where metadata asks for it LLVM's unroll-and-jam copies the outer loop into the inner one; it decides."""
        if not any(site.is_to_be_jammed for site in sites) or self.params.only_full or self.params.count == 1:
            return False
        jam = Jam(self.function, sites)
        locations = [site.latch.location if site.latch is not None else "" for _, site in jam.asked]
        changed = jam.run(self.machine)
        for location, decision in zip(locations, jam.decisions(), strict=True):
            self.telling.tell(self.function, decision, location)
        return changed

    def decide_round(self, sites: Sequence[LoopSite]) -> dict[int, Unroll]:
        """Decisions for every loop whose inner loops are settled; those outside a changing one wait.

        All remainders of a round go to one side of their loops: what wants the other one waits too.
        """
        self.planned_growth = 0
        nests = self.nest_sizes(sites)
        decisions: dict[int, Unroll] = {}
        deferred: dict[int, Unroll] = {}
        waiting: set[int] = set()
        side: bool | None = None
        for index in range(len(sites) - 1, -1, -1):
            site = sites[index]
            if self.marking.is_settled(site):
                continue
            if index not in waiting or site.is_disabled:
                decision = self.decide(site, nests[index])
                if decision.kind == "upper-bound" and self.goes_with_outer(sites, nests, site):
                    deferred[index] = decision
                    continue
                if side is None or _remainder_side([decision]) in (None, side):
                    decisions[index] = decision
                    side = _remainder_side([decision]) if side is None else side
                    self.planned_growth += max(0, decision.size - site.body_size) if decision.is_change else 0
                else:
                    waiting.add(index)
            if (index in waiting or decisions[index].is_change) and site.parent >= 0:
                waiting.add(site.parent)
        if deferred and not any(decision.is_change for decision in decisions.values()):
            decisions.update(deferred)
        again = inside_complete(sites, decisions)
        for index, decision in decisions.items():
            if decision.is_change or index not in again:
                self.telling.tell(sites[index].place(self.function), decision)
        return decisions

    def goes_with_outer(self, sites: Sequence[LoopSite], nests: Sequence[int], site: LoopSite) -> bool:
        """Is a loop around this one to be unrolled completely? Then its copies may know all their trips.

        `for (j = i + 1; j < 6; ++j)` has at most five trips as it stands, and an exact number in every copy of the loop
        over `i`.
        """
        outer = site.parent
        while outer >= 0:
            around = sites[outer]
            if around.facts.trip_count and not around.is_disabled and not self.marking.is_settled(around):
                if around.facts.pragma.is_explicit or self.decide(around, nests[outer]).kind == "full":
                    return True
            outer = around.parent
        return False

    def nest_sizes(self, sites: Sequence[LoopSite]) -> Sequence[int]:
        """For loops that may go completely, the others are not asked for theirs; 0 for those that hold none."""
        if not any(site.has_bound and not site.is_innermost for site in sites):
            return [0] * len(sites)
        return nest_sizes(sites, [s.parent for s in sites], ASSUMED_TRIPS)

    def decide(self, site: LoopSite, nest_size: int) -> Unroll:
        """One decision; what the others of this round add to the function counts already."""
        if self.rng is not None:
            grown = site.facts.function_size + self.planned_growth
            decision = random_decision(replace(site.facts, function_size=grown), self.params, self.rng)
        else:
            oracle = FunctionOracle(self.function, self.ctx, site)
            decision = self.decider.decide(site, self.planned_growth, nest_size, oracle)
            if decision.kind == "peel" or (not decision.is_change and (oracle.was_asked or decision.by_function_size)):
                self.is_lasting = False
        return decision

    def tell_refused(self, sites: Sequence[LoopSite]) -> None:
        for site, decision in self.marking.refused(sites):
            said = f"not unrolled: LLVM's engine refused what was decided ({decision.reason})"
            self.telling.refuse(site.place(self.function), decision, Unroll("none", 1, said, "Refused"))


def _remainder_side(decisions: Iterable[Unroll]) -> bool | None:
    """Is the remainder behind the loop, by the first of these decisions that may leave one?"""
    return next((decision.is_remainder_behind for decision in decisions if decision.may_leave_remainder), None)


def _opens_nests(sites: Sequence[LoopSite], decisions: dict[int, Unroll]) -> bool:
    """Were all trips of a loop around others written out?

    What its counter chose is known in each copy then: the start of an inner loop, or that a copy does nothing.
    """
    return any(decision.kind in COMPLETE and not sites[index].is_innermost for index, decision in decisions.items())


def _frees_arrays(sites: Sequence[LoopSite], decisions: dict[int, Unroll]) -> bool:
    """Did loops of a nest go completely whose subscripts of a local array are constants now?

    The loops around them are looked at next: those that touched the array only by them have no use for its budget. In the loops inside
    what was loaded from the array is known (`for (int step : {32, 16, 8, 4})` is such a loop).
    """
    return any(
        decision.kind in COMPLETE
        and sites[index].facts.local_array_size
        and (sites[index].parent >= 0 or not sites[index].is_innermost)
        for index, decision in decisions.items()
    )
