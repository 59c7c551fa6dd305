"""Models B and C over the call graph: bottom up, each callee finished before its callers look at it.

Functions of one height do not call each other outside a recursion, so they are decided and carried
out together; a recursion is taken one function at a time, and split anew after each. Calls that came
in with a callee's body are decided in their new place, and never inline what they came in with
(history.py), so that this ends. Later runs of the inliner find such calls marked.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.llvm.scan import calls_of
from opencicc.passes.inline import knobs
from opencicc.passes.inline.advisor import Costs
from opencicc.passes.inline.apply import mark_and_inline, remove_dead
from opencicc.passes.inline.decision import Decision, Site
from opencicc.passes.inline.deferral import should_defer
from opencicc.passes.inline.eligibility import refusal
from opencicc.passes.inline.history import WRITTEN, Body, Origin, origin_of
from opencicc.passes.inline.model_b import judge
from opencicc.passes.inline.order import components, from_the_entry, levels
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

RECURSION = "the call is part of a recursion"
CAME_WITH_IT = "the call came in with an inlined copy of the callee"
MARK = "inline-history"  # on calls that a path through a recursion ends at
LLVMS_MULTIPLIER = 2


class BottomUp:
    """One walk over the call graph of a module."""

    def __init__(
        self, module: Module, facts: ModuleFacts, ctx: PassContext, policy: Policy, model: str, report: Report
    ) -> None:
        self.module, self.facts, self.ctx, self.policy = module, facts, ctx, policy
        self.model, self.report = model, report
        self.advice: Advice | None = None
        self.multiplier = ctx.option(knobs.COST_MULTIPLIER) if model == "C" else LLVMS_MULTIPLIER
        self.may_defer = ctx.option(knobs.DEFERRAL)
        self.costs = Costs(module, facts, ctx)
        self.seen: set[int] = set()  # calls that were decided already
        self.origins: dict[int, Origin] = {}  # of calls that came in
        self.callers: set[str] = set()  # those that took something in

    def run(self) -> bool:
        graph = self.graph_from_outside()
        groups = components(graph)
        recursions = {members[0]: members for members in groups if len(members) > 1}
        single = {members[0] for members in groups if len(members) == 1}
        for level in levels(graph):
            self.inline_into([name for name in level if name in single])
            for name in level:
                if name in recursions:
                    self.inline_recursion(recursions[name])
        if self.callers:
            remove_dead(self.module, self.ctx.machine)
        return bool(self.callers)

    def graph_from_outside(self) -> dict[str, list[str]]:
        """The call graph with what can be called from outside in front: LLVM enters recursions from there."""
        graph, functions = self.facts.graph, self.facts.functions
        return {name: graph[name] for name in sorted(graph, key=lambda name: functions[name].linkage in LOCAL_LINKAGES)}

    def inline_recursion(self, members: tuple[str, ...]) -> None:
        """Take a recursion apart: members that drop out of it wait until the rest is done, as LLVM has it."""
        waiting = [members]
        while waiting:
            group = waiting.pop()
            inside = self.inline_within(group)
            rest = [name for name in group if name not in inside]
            waiting += reversed(components(self.facts.graph_of(rest)))

    def inline_within(self, members: tuple[str, ...]) -> set[str]:
        """The calls of every member first, then those that came in; the members that are still in one recursion."""
        inside, waiting = set(members), from_the_entry(members, self.facts.graph_of(list(members)))
        for name in waiting:  # grows
            if name not in inside or not self.inline_once([name]):
                continue
            waiting.append(name)
            groups = components(self.facts.graph_of([member for member in members if member in inside]))
            self.facts.regroup(groups)
            inside = next(set(group) for group in groups if name in group)
        return inside

    def inline_into(self, callers: list[str]) -> None:
        """Decide and carry out until no new call comes in."""
        while callers:
            callers = self.inline_once(callers)

    def inline_once(self, callers: list[str]) -> list[str]:
        """Decide about the calls that are new in these functions, and carry out; the functions that changed."""
        sites = [site for name in callers for site in self.facts.sites.get(name, ()) if self.is_new(site)]
        chosen = [decision.site for decision in self.decide(sites) if decision.should_inline]
        if not chosen:
            return []
        calls = [self.facts.call(site) for site in chosen]
        bodies: dict[str, list[Body]] = {}
        for site, call in zip(chosen, calls, strict=True):
            bodies.setdefault(site.caller, []).append(
                self.body_of(site.callee.name, self.origins.pop(call.ref, WRITTEN))
            )
        self.seen -= {call.ref for call in calls}  # they go away: a new call may get the same address
        mark_and_inline(self.module, chosen, self.facts, self.ctx.machine)
        self.callers.update(bodies)
        for name, inlined in bodies.items():
            self.facts.read_again(name)
            self.costs.forget(name)
            self.note_origins(name, inlined)
        return list(bodies)

    def body_of(self, name: str, origin: Origin) -> Body:
        calls = frozenset(site.callee.name for site in self.facts.sites.get(name, ()))
        return Body(name, origin, calls, self.facts.functions[name].indirect_calls > 0)

    def note_origins(self, caller: str, inlined: list[Body]) -> None:
        """Remember how the calls that are new in a caller came in."""
        for site in self.facts.sites[caller]:
            ref, callee = self.facts.calls[caller, site.number], site.callee.name
            if ref not in self.seen:
                factors = {body.name: self.factor(caller, body.name, callee) for body in inlined}
                self.origins[ref] = origin_of(callee, inlined, factors)

    def factor(self, caller: str, through: str, callee: str) -> int:
        """What a step through a recursion that the caller is outside of multiplies costs with."""
        is_through = self.facts.is_recursive(through, callee) and not self.facts.is_recursive(caller, through)
        return self.multiplier if is_through else 1

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
        if site.callee.name == site.caller:
            return RECURSION
        call = self.facts.call(site)
        if site.callee.name in self.origins.get(call.ref, WRITTEN).path:
            edit.add_call_attribute(call, MARK)  # for the inliner's next place in the pipeline, as LLVM does it
            return CAME_WITH_IT
        if call.has_call_text(MARK):
            return CAME_WITH_IT
        if self.facts.functions[site.caller].is_optnone:
            return "the caller is optnone"
        return refusal(site, is_limited=False)

    def count_uses(self, name: str) -> int:
        return calls_of(self.facts.function(name))[1]

    def weigh(self, site: Site, cost: InlineCost, uses: dict[str, int]) -> Decision:
        """The cost against the threshold, by the advisor where there is one."""
        callee = self.facts.functions[site.callee.name]  # as it is by now
        is_last = callee.linkage in LOCAL_LINKAGES and uses[callee.name] == 1
        bonus = self.policy.units.gpu_bonus if callee.has_gpu_operations else 0
        multiplier = self.origins.get(self.facts.calls[site.caller, site.number], WRITTEN).factor
        if self.model == "C" and self.facts.is_recursive(site.caller, callee.name):
            multiplier *= self.multiplier
        fits, total, why = judge(cost, is_last_use=is_last, bonus=bonus, multiplier=multiplier)
        if self.advice is not None and cost.kind == "variable":
            advised = self.advice(replace(site, callee=callee), cost, fits)
            if advised is not None:
                fits, why = advised, "the trained model says so"
        caller = self.facts.functions[site.caller]
        size = caller.code + caller.calls + callee.code + callee.calls
        largest = self.policy.largest(caller.is_kernel)
        if fits and cost.kind == "variable" and size > largest:
            fits = False
            why = f"{site.caller} would reach {size} instructions, above inline-max-size={largest}"
        if fits and cost.kind == "variable" and self.may_defer and self.is_deferred(site, total):
            fits, why = False, "inlining it would keep its caller from being inlined, which is cheaper"
        if fits:
            uses[callee.name] -= 1
        checks = (f"cost {total}", f"threshold {cost.threshold}") if cost.kind == "variable" else ()
        left = cost.threshold - total
        return Decision(site, fits, why, self.model, total, cost.threshold, left, checks, cost.kind != "variable")

    def is_deferred(self, site: Site, cost: int) -> bool:
        """Is the caller better inlined without this call's body? Only callers that are known whole come into question."""
        linkage = self.facts.functions[site.caller].linkage
        if linkage not in (*LOCAL_LINKAGES, "linkonce_odr"):
            return False
        outer = [other for sites in self.facts.sites.values() for other in sites if other.callee.name == site.caller]
        uses = self.count_uses(site.caller)
        return should_defer(cost, self.costs.of(outer), is_local=linkage in LOCAL_LINKAGES, uses=uses)
