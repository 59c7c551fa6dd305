"""Models B and C over the call graph: bottom up, each callee finished before its callers look at it.

Functions of one height do not call each other outside a recursion, so they are decided and carried
out together; a recursion is taken one function at a time, and split anew after each. Calls that came
in with a callee's body are decided in their new place. A pair of functions inside one recursion is
inlined once at most, so that this ends.
"""

from __future__ import annotations

from opencicc.passes.inline import knobs
from opencicc.passes.inline.advisor import Costs
from opencicc.passes.inline.apply import mark_and_inline, remove_dead
from opencicc.passes.inline.decision import Decision, Site
from opencicc.passes.inline.eligibility import refusal
from opencicc.passes.inline.facts import calls_of
from opencicc.passes.inline.model_b import judge
from opencicc.passes.inline.order import components, levels
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext
    from opencicc.passes.inline.facts import ModuleFacts
    from opencicc.passes.inline.model_b import InlineCost
    from opencicc.passes.inline.planner import Policy

    Report = Callable[[Decision], None]
    Advice = Callable[[Site, InlineCost, bool], bool | None]

_LOCAL = ("internal", "private")
MOST_ROUNDS = 8  # a function handed to itself could go on for ever


class BottomUp:
    """One walk over the call graph of a module."""

    def __init__(
        self, module: Module, facts: ModuleFacts, ctx: PassContext, policy: Policy, model: str, report: Report
    ) -> None:
        self.module, self.facts, self.ctx, self.policy = module, facts, ctx, policy
        self.model, self.report = model, report
        self.advice: Advice | None = None
        self.multiplier = ctx.option(knobs.COST_MULTIPLIER)
        self.costs = Costs(module, facts, ctx)
        self.seen: set[int] = set()  # calls that were decided already
        self.merged: set[tuple[str, str]] = set()  # pairs inlined inside a recursion
        self.callers: set[str] = set()  # those that took something in

    def run(self) -> bool:
        graph = self.facts.graph
        single = {members[0] for members in components(graph) if len(members) == 1}
        for level in levels(graph):
            self.inline_into([name for name in level if name in single])
            for members in components({name: graph[name] for name in level if name not in single}):
                self.inline_recursion(members)
        if self.callers:
            remove_dead(self.module, self.ctx.machine)
        return bool(self.callers)

    def inline_recursion(self, members: tuple[str, ...]) -> None:
        """One function at a time; what is inlined may break the recursion into smaller ones."""
        waiting = list(members)
        while waiting:
            inside = {name: [c for c in self.facts.graph[name] if c in waiting] for name in waiting}
            first = components(inside)[0][0]
            self.inline_into([first])
            waiting.remove(first)

    def inline_into(self, callers: list[str]) -> None:
        """Decide and carry out until no new call comes in."""
        for _ in range(MOST_ROUNDS):
            sites = [site for name in callers for site in self.facts.sites.get(name, ()) if self.is_new(site)]
            chosen = [decision for decision in self.decide(sites) if decision.should_inline]
            if not chosen:
                return
            calls = [self.facts.call(decision.site) for decision in chosen]
            self.seen -= {call.ref for call in calls}  # they go away: a new call may get the same address
            mark_and_inline(self.module, calls, self.ctx.machine)
            callers = list(dict.fromkeys(decision.site.caller for decision in chosen))
            self.callers.update(callers)
            for name in callers:
                self.facts.read_again(name)
                self.costs.forget(name)

    def is_new(self, site: Site) -> bool:
        ref = self.facts.calls[site.caller, site.number]
        is_new = ref not in self.seen
        self.seen.add(ref)
        return is_new

    def decide(self, sites: list[Site]) -> list[Decision]:
        settled: dict[int, Decision] = {}
        open_sites = []
        for position, site in enumerate(sites):
            why = self.settled_reason(site)
            if why:
                settled[position] = Decision(site, False, why, self.model, is_must=True)
            else:
                open_sites.append((position, site))
        costs = self.costs.of([site for _, site in open_sites])
        uses = {name: self.count_uses(name) for name in {site.callee.name for _, site in open_sites}}
        for (position, site), cost in zip(open_sites, costs, strict=True):
            settled[position] = self.weigh(site, cost, uses)
        decisions = [settled[position] for position in range(len(sites))]
        for decision in decisions:
            self.report(decision)
        return decisions

    def settled_reason(self, site: Site) -> str:
        pair = (site.caller, site.callee.name)
        if site.callee.name == site.caller or pair in self.merged:
            return "the call is part of a recursion"
        if site.is_recursive and self.model != "C":
            return "the call is part of a recursion"
        if self.facts.functions[site.caller].is_optnone:
            return "the caller is optnone"
        return refusal(site, is_limited=False)

    def count_uses(self, name: str) -> int:
        return calls_of(self.facts.function(name))[1]

    def weigh(self, site: Site, cost: InlineCost, uses: dict[str, int]) -> Decision:
        """The cost against the threshold, by the advisor where there is one."""
        callee = self.facts.functions[site.callee.name]  # as it is by now
        is_last = callee.linkage in _LOCAL and uses[callee.name] == 1
        bonus = self.policy.units.gpu_bonus if callee.has_gpu_operations else 0
        multiplier = self.multiplier if site.is_recursive else 1
        fits, total, why = judge(cost, is_last_use=is_last, bonus=bonus, multiplier=multiplier)
        if self.advice is not None and cost.kind == "variable":
            advised = self.advice(replace(site, callee=callee), cost, fits)
            if advised is not None:
                fits, why = advised, "the trained model says so"
        caller = self.facts.functions[site.caller]
        size = caller.code + caller.calls + callee.code + callee.calls
        if fits and cost.kind == "variable" and size > self.policy.max_size:
            fits = False
            why = f"{site.caller} would reach {size} instructions, above inline-max-size={self.policy.max_size}"
        if fits:
            uses[callee.name] -= 1
            if site.is_recursive:
                self.merged.add((site.caller, callee.name))
        checks = (f"cost {total}", f"threshold {cost.threshold}") if cost.kind == "variable" else ()
        left = cost.threshold - total
        return Decision(site, fits, why, self.model, total, cost.threshold, left, checks, cost.kind != "variable")
