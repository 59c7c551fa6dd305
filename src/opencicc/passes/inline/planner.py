"""Decides about every call site of a module, bottom up: from facts, budgets and a model to decisions. Imports no LLVM.

Callees come before their callers, so that a callee counts with what was inlined into it. Within one
caller the cheapest calls come first: whether a call fits does not depend on where it stands.
"""

from __future__ import annotations

from opencicc.passes.inline.budget import UNLIMITED
from opencicc.passes.inline.decision import Decision, FunctionFacts, Site
from opencicc.passes.inline.eligibility import is_must, refusal
from opencicc.passes.inline.model_a import Units, charge, marshalling_units, size_units, switch_refusal, switch_units
from opencicc.passes.inline.order import components
from opencicc.record import once, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from opencicc.passes.inline.budget import Ledger, Limits


@record
class Policy:
    """What the user asked for."""

    limits: Limits
    units: Units = Units()
    max_size: int = 6000
    kernel_max_size: int = 12000
    is_all: bool = False  # nv-inline-all
    is_only_must: bool = False  # disable-inlining, only-mandatory
    chaos: Callable[[Site], bool] | None = None  # random decisions instead of the model's
    is_small: bool = False  # -Osize

    def largest(self, is_kernel: bool) -> int:
        """Instructions up to which a function may grow."""
        return self.kernel_max_size if is_kernel else self.max_size

    @once
    def asks_first(self) -> bool:
        """Is any call whose site is open decided without weighing it?"""
        return self.is_settled or self.units.max_cases > 0

    @once
    def is_usual(self) -> bool:
        """Do sums of sizes tell what calls cost at most? Then nothing but these decides where all of them fit."""
        units = self.units
        has_switches = units.switch_penalty or units.switch_control
        is_limited = self.limits.module != UNLIMITED or self.is_small
        are_costs = min(units.instruction, units.call, units.gpu_bonus) >= 0
        return are_costs and not (self.asks_first or has_switches or is_limited)

    def most_units(self, instructions: int, calls: int) -> int:
        """What the calls of a caller are charged at most that has so many of both with all that it calls; if the policy is usual."""
        return size_units(instructions, calls, self.units)

    @property
    def is_settled(self) -> bool:
        """Is every decision made without a cost model?"""
        return self.is_all or self.is_only_must or self.chaos is not None


class Size:
    """How big a function is by now."""

    __slots__ = ("calls", "code", "has_gpu")

    def __init__(self, facts: FunctionFacts) -> None:
        self.code = facts.code
        self.calls = facts.calls
        self.has_gpu = facts.has_gpu_operations

    def add(self, callee: Size) -> None:
        self.code += callee.code
        self.calls += callee.calls - 1
        self.has_gpu = self.has_gpu or callee.has_gpu


def plan(
    functions: Mapping[str, FunctionFacts],
    sites: Mapping[str, Sequence[Site]],
    policy: Policy,
    ledger: Ledger,
    callers: Collection[str] | None = None,
    groups: list[tuple[str, ...]] | None = None,
) -> list[Decision]:
    """A decision for every site, or every site of some callers; those to inline never form a cycle.

    `groups` are the components of the call graph, from who knows them.
    """
    graph = {name: [site.callee.name for site in sites.get(name, ())] for name in functions}
    sizes = {name: Size(facts) for name, facts in functions.items()}
    if groups is None:
        groups = components(graph)
    recursive = {name for members in groups if len(members) > 1 or members[0] in graph[members[0]] for name in members}
    decisions: list[Decision] = []
    for members in groups:
        for caller in members if callers is None else (name for name in members if name in callers):
            called = sites.get(caller)
            if called:
                decisions += Caller(functions[caller], sizes, recursive, policy, ledger).decide(called)
    return decisions


class Weighed:
    """The numbers on the way to a weighed decision: the callee's size, the charge, and the caller's size with it."""

    __slots__ = ("calls", "code", "cost", "has_gpu", "reached", "site", "units")

    def __init__(self, site: Site, units: Units, code: int, calls: int, has_gpu: bool, cost: int, reached: int) -> None:
        self.site, self.units, self.code, self.calls = site, units, code, calls
        self.has_gpu, self.cost, self.reached = has_gpu, cost, reached

    def lines(self) -> tuple[str, ...]:
        site, units = self.site, self.units
        lines = [
            "may be inlined",
            f"size {size_units(self.code, self.calls, units)} ({self.code} instructions, {self.calls} calls)",
            f"marshalling saved {marshalling_units(site, units)}",
        ]
        if self.has_gpu and units.gpu_bonus:
            lines.append(f"GPU operations -{units.gpu_bonus} (model D)")
        if switch_units(site, units):
            lines.append(f"switches +{switch_units(site, units)}")
        return (*lines, f"charge {self.cost}", f"{site.caller} would have {self.reached} instructions")


class Caller:
    """One caller's sites against its budget."""

    def __init__(
        self, facts: FunctionFacts, sizes: dict[str, Size], recursive: set[str], policy: Policy, ledger: Ledger
    ) -> None:
        self.facts = facts
        self.sizes = sizes
        self.recursive = recursive
        self.policy = policy
        self.ledger = ledger
        self.limit, self.largest = policy.limits.of(facts.is_kernel), policy.largest(facts.is_kernel)
        self.is_small = policy.is_small or facts.is_optsize or facts.is_minsize

    def decide(self, sites: Sequence[Site]) -> list[Decision]:
        decided: dict[int, Decision] = {}
        open_sites: list[tuple[int, int, Site]] = []
        sizes, units, recursive = self.sizes, self.policy.units, self.recursive
        asks_first = self.policy.asks_first or self.facts.is_optnone
        for site in sites:
            name = site.callee.name
            early = self.decide_early(site) if asks_first or not site.is_open or name in recursive else None
            if early is None:
                size = sizes[name]
                cost = charge(site, units, size_units(size.code, size.calls, units), size.has_gpu)
                open_sites.append((cost, site.number, site))
            else:
                decided[site.number] = early
        open_sites.sort()
        for cost, number, site in open_sites:
            decided[number] = self.weigh(site, cost)
        return [decided[site.number] for site in sites]

    def decide_early(self, site: Site) -> Decision | None:
        """What is settled without counting."""
        policy, callee = self.policy, site.callee
        must = is_must(site)
        why = refusal(site, is_limited=not (must or policy.is_all))
        if not why and self.facts.is_optnone and not must:
            why = "the caller is optnone"
        if not why and site.is_recursive:
            why = "the call is part of a recursion"
        if why:
            return self.answer(site, False, why, is_must=True)
        if must:
            return self.take(site, 0, "alwaysinline", is_must=True)
        if policy.is_only_must:
            return self.answer(site, False, "only calls that must be inlined are", is_must=True)
        if callee.name in self.recursive:
            return self.answer(site, False, "the callee is recursive", is_must=True)
        if policy.chaos is not None:
            fits = self.size_with(site) <= self.largest
            return self.take(site, 0, "chaos") if fits and policy.chaos(site) else self.answer(site, False, "chaos")
        if policy.is_all:
            return self.take(site, 0, "nv-inline-all", is_must=True)
        why = switch_refusal(site, policy.units)
        return self.answer(site, False, why) if why else None

    def weigh(self, site: Site, cost: int) -> Decision:
        """The charge against what is left, and the result's size against the cap."""
        policy, name = self.policy, self.facts.name
        caller, callee = self.sizes[name], self.sizes[site.callee.name]
        left = self.ledger.left(name, self.limit, policy.limits.module)
        size, largest = caller.code + caller.calls + callee.code + callee.calls, self.largest
        numbers = Weighed(site, policy.units, callee.code, callee.calls, callee.has_gpu, cost, size)
        why = ""
        if size > largest:
            why = f"{name} would reach {size} instructions, above inline-max-size={largest}"
        elif self.is_small and not site.is_last_use and self.growth(site) > 0:
            why = "the code would grow, and the caller is optimised for size"
        elif cost >= left:
            why = f"the charge does not fit into the {left} units left"
        if why:
            return Decision(site, False, why, "A", cost, self.limit, left, numbers)
        self.ledger.take(name, cost)
        caller.add(callee)
        return Decision(site, True, "the charge fits the budget", "A", cost, self.limit, left - cost, numbers)

    def growth(self, site: Site) -> int:
        """Units by which a copy of the callee is bigger than the call: the charge without what is worth its size."""
        units, size = self.policy.units, self.sizes[site.callee.name]
        return size_units(size.code, size.calls, units) - marshalling_units(site, units)

    def size_with(self, site: Site) -> int:
        """Instructions that make code, of the caller once the call is inlined."""
        caller, callee = self.sizes[self.facts.name], self.sizes[site.callee.name]
        return caller.code + caller.calls + callee.code + callee.calls

    def take(self, site: Site, cost: int, why: str, *, is_must: bool = False) -> Decision:
        numbers = () if is_must else self.numbers(site, cost)  # of the sizes before
        if not is_must:  # which costs nothing
            self.ledger.take(self.facts.name, cost)
        self.sizes[self.facts.name].add(self.sizes[site.callee.name])
        return self.answer(site, True, why, cost, is_must=is_must, numbers=numbers)

    def answer(
        self,
        site: Site,
        yes: bool,
        why: str,
        cost: int = 0,
        *,
        is_must: bool = False,
        numbers: Weighed | tuple[()] | None = None,
    ) -> Decision:
        if numbers is None:
            numbers = () if is_must else self.numbers(site, cost)
        left = self.ledger.left(self.facts.name, self.limit, self.policy.limits.module)
        return Decision(site, yes, why, "A", cost, self.limit, left, numbers, is_must)

    def numbers(self, site: Site, cost: int) -> Weighed | tuple[()]:
        size = self.sizes.get(site.callee.name)
        if size is None:
            return ()
        return Weighed(site, self.policy.units, size.code, size.calls, size.has_gpu, cost, self.size_with(site))
