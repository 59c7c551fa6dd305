"""One function: read its loops, decide from the inside out, unroll, and look again at what is around.

An outer loop's size is known only when the loops inside it are settled, so the work goes in rounds; a function whose
loops all stay as they are takes one round and is not touched.
"""

from __future__ import annotations

from functools import cached_property

from opencicc.llvm.function_passes import force_epilog, run_on_function
from opencicc.passes.unroll.apply import Marking
from opencicc.passes.unroll.chaos import random_decision
from opencicc.passes.unroll.facts import read_print, read_sites
from opencicc.passes.unroll.memo import decisions_by
from opencicc.passes.unroll.model import Unroll
from opencicc.passes.unroll.nest import nest_sizes
from opencicc.passes.unroll.oracle import FunctionOracle
from opencicc.passes.unroll.view import FunctionView
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from opencicc.llvm.ir import Function, Instruction
    from opencicc.passes.unroll.params import UnrollParams
    from opencicc.passes.unroll.settled import SettledLoops
    from opencicc.passes.unroll.site import LoopSite
    from opencicc.target import Target

    Tell = Callable[[Instruction | Function, Unroll], None]

ASSUMED_TRIPS = 8  # of a loop inside another one that are not known yet
MAX_ROUNDS = 32  # nests are not deeper; a loop that keeps changing is left


class Unroller:
    """Unrolls the loops of one function."""

    def __init__(
        self,
        function: Function,
        machine: int,
        target: Target,
        params: Callable[[], UnrollParams],
        assumed_size: int,
        tell: Tell,
        settled: SettledLoops,
        rng: random.Random | None = None,
    ) -> None:
        self.function = function
        self.machine = machine
        self.target = target
        self._make_params = params
        self.assumed_size = assumed_size
        self.tell = tell
        self.planned_growth = 0
        self.settled = settled
        self.is_lasting = rng is None  # would all loops that were left alone be left alone again?
        self.rng = rng  # decides in place of the cascade
        self.view = FunctionView(function)
        self.marking = Marking(function, machine)

    def run(self) -> bool:
        """Was anything changed?"""
        name = self.function.name
        known_print = self.settled.print_by(name, self.params) if self.settled.is_known(name) else 0
        sites, seen = read_sites(self.function, self.machine, self.assumed_size, self.view, known_print)
        if all(site.is_done for site in sites):
            return False
        prepared = self.simplify(sites) | self.jam(sites)
        if prepared:
            sites = self.read()
        rounds = 0
        while rounds < MAX_ROUNDS:
            decisions = self.decide_round(sites)
            if not any(decision.is_change for decision in decisions.values()):
                break
            if any(decision.may_leave_remainder for decision in decisions.values()):
                force_epilog(self.params.wants_epilog)
            self.marking.run_round(sites, decisions)
            sites = self.read()
            self.tell_refused(sites)
            rounds += 1
        if rounds:
            self.marking.finish()
        if self.is_lasting and rounds < MAX_ROUNDS:
            self.settled.remember(name, self.params, read_print(self.function) if rounds or prepared else seen)
        return rounds > 0 or prepared

    @cached_property
    def params(self) -> UnrollParams:
        """Made only when there is a loop: most functions have none."""
        return self._make_params()

    @cached_property
    def decided(self) -> Callable[[LoopSite, int, int, FunctionOracle], Unroll]:
        return decisions_by(self.params)

    def read(self) -> Sequence[LoopSite]:
        self.view = FunctionView(self.function)
        return read_sites(self.function, self.machine, self.assumed_size, self.view)[0]

    def simplify(self, sites: Sequence[LoopSite]) -> bool:
        """Give loops one latch and a preheader where they lack them; only then LLVM's engine can do anything."""
        if all(site.is_simplified or site.is_disabled for site in sites):
            return False
        before = _count_blocks(self.function)
        run_on_function(self.function, "loop-simplify", self.machine)
        return _count_blocks(self.function) != before

    def jam(self, sites: Sequence[LoopSite]) -> bool:
        """Where metadata asks for it LLVM's unroll-and-jam copies the outer loop into the inner one; it decides."""
        if self.params.only_full or not any(site.is_to_be_jammed for site in sites):
            return False
        before = self.function.text
        run_on_function(self.function, "loop(loop-unroll-and-jam)", self.machine)
        return self.function.text != before

    def decide_round(self, sites: Sequence[LoopSite]) -> dict[int, Unroll]:
        """Decisions for every loop whose inner loops are settled; those outside a changing one wait."""
        self.planned_growth = 0
        nests = self.nest_sizes(sites)
        decisions: dict[int, Unroll] = {}
        waiting: set[int] = set()
        for index in range(len(sites) - 1, -1, -1):
            site = sites[index]
            if self.marking.is_settled(site):
                continue
            if index not in waiting or site.is_disabled:
                decisions[index] = self.decide(site, nests[index])
                self.tell(site.place(self.function), decisions[index])
            if (index in waiting or decisions[index].is_change) and site.parent >= 0:
                waiting.add(site.parent)
        return decisions

    def nest_sizes(self, sites: Sequence[LoopSite]) -> Sequence[int]:
        if all(site.is_innermost for site in sites):
            return [0] * len(sites)
        return nest_sizes([s.facts for s in sites], [s.parent for s in sites], ASSUMED_TRIPS)

    def decide(self, site: LoopSite, nest_size: int) -> Unroll:
        """One decision; what the others of this round add to the function counts already."""
        if self.rng is not None:
            grown = site.facts.function_size + self.planned_growth
            decision = random_decision(replace(site.facts, function_size=grown), self.params, self.rng)
        else:
            oracle = FunctionOracle(self.view, site, self.target)
            decision = self.decided(site, self.planned_growth, nest_size, oracle)
            if not decision.is_change and (oracle.was_asked or decision.by_function_size):
                self.is_lasting = False
        if decision.is_change:
            self.planned_growth += max(0, decision.size - site.facts.body_size)
        return decision

    def tell_refused(self, sites: Sequence[LoopSite]) -> None:
        for site, decision in self.marking.refused(sites):
            said = f"not unrolled: LLVM's engine refused what was decided ({decision.reason})"
            self.tell(site.place(self.function), Unroll("none", 1, said, "Refused"))


def _count_blocks(function: Function) -> int:
    return sum(1 for _ in function.blocks)
