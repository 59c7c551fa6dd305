"""One function: read its loops, decide from the inside out, unroll, and look again at what is around.

An outer loop's size is known only when the loops inside it are settled, so the work goes in rounds; a function whose
loops all stay as they are takes one round and is not touched.
"""

from __future__ import annotations

from functools import cached_property

from opencicc.llvm.function_passes import force_epilog, run_on_function
from opencicc.passes.unroll.apply import Marking, is_done
from opencicc.passes.unroll.chaos import random_decision
from opencicc.passes.unroll.decide import decide
from opencicc.passes.unroll.facts import LoopSite, read_sites
from opencicc.passes.unroll.model import Unroll
from opencicc.passes.unroll.nest import nest_sizes
from opencicc.passes.unroll.oracle import FunctionOracle
from opencicc.passes.unroll.view import FunctionView
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from opencicc.llvm.ir import Function, Instruction
    from opencicc.passes.unroll.params import UnrollParams
    from opencicc.target import Target

    Tell = Callable[[Instruction, Unroll], None]
    Decide = Callable[[LoopSite, UnrollParams, FunctionOracle], Unroll]

JAM = "llvm.loop.unroll_and_jam."
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
        rng: random.Random | None = None,
    ) -> None:
        self.function = function
        self.machine = machine
        self.target = target
        self._make_params = params
        self.assumed_size = assumed_size
        self.tell = tell
        self.planned_growth = 0
        self.rng = rng  # decides in place of the cascade
        self.view = FunctionView(function)
        self.marking = Marking(function, machine)

    def run(self) -> bool:
        """Was anything changed?"""
        sites = self.read()
        if not sites:
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
        return rounds > 0 or prepared

    @cached_property
    def params(self) -> UnrollParams:
        """Made only when there is a loop: most functions have none."""
        return self._make_params()

    def read(self) -> list[LoopSite]:
        self.view = FunctionView(self.function)
        return read_sites(self.function, self.machine, self.assumed_size, self.view)

    def simplify(self, sites: list[LoopSite]) -> bool:
        """Give loops one latch and a preheader where they lack them; only then LLVM's engine can do anything."""
        if all(site.facts.is_simplified or site.facts.pragma.is_disabled for site in sites):
            return False
        before = _count_blocks(self.function)
        run_on_function(self.function, "loop-simplify", self.machine)
        return _count_blocks(self.function) != before

    def jam(self, sites: list[LoopSite]) -> bool:
        """Where metadata asks for it LLVM's unroll-and-jam copies the outer loop into the inner one; it decides."""
        if self.params.only_full or not any(is_to_be_jammed(site) for site in sites):
            return False
        before = self.function.text
        run_on_function(self.function, "loop(loop-unroll-and-jam)", self.machine)
        return self.function.text != before

    def decide_round(self, sites: list[LoopSite]) -> dict[int, Unroll]:
        """Decisions for every loop whose inner loops are settled; those outside a changing one wait."""
        self.planned_growth = 0
        nests = nest_sizes([s.facts for s in sites], [s.parent for s in sites], self.params.default_count)
        decisions: dict[int, Unroll] = {}
        waiting: set[int] = set()
        for index in range(len(sites) - 1, -1, -1):
            site = sites[index]
            if self.marking.is_settled(site):
                continue
            if index not in waiting or site.facts.pragma.is_disabled:
                decisions[index] = self.decide(site, nests[index])
                if not is_done(site):
                    self.tell(site.place, decisions[index])
            if (index in waiting or decisions[index].is_change) and site.parent >= 0:
                waiting.add(site.parent)
        return decisions

    def decide(self, site: LoopSite, nest_size: int) -> Unroll:
        """One decision; what the others of this round add to the function counts already."""
        grown = site.facts.function_size + self.planned_growth
        facts = replace(site.facts, function_size=grown, nest_size=nest_size)
        if self.rng is not None:
            decision = random_decision(facts, self.params, self.rng)
        else:
            decision = decide(facts, self.params, FunctionOracle(self.view, site, self.target))
        if decision.is_change:
            self.planned_growth += max(0, decision.size - facts.body_size)
        return decision

    def tell_refused(self, sites: list[LoopSite]) -> None:
        for site, decision in self.marking.refused(sites):
            said = f"not unrolled: LLVM's engine refused what was decided ({decision.reason})"
            self.tell(site.place, Unroll("none", 1, said, "Refused"))


def is_to_be_jammed(site: LoopSite) -> bool:
    """Does the loop's id ask for unroll-and-jam?"""
    asked = [name for name in site.loop_id.properties if name.startswith(JAM)] if site.loop_id is not None else []
    return bool(asked) and JAM + "disable" not in asked


def _count_blocks(function: Function) -> int:
    return sum(1 for _ in function.blocks)
