"""The planner: budgets are kept, recursion ends, order does not matter where promised."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from opencicc.passes.inline.budget import Ledger, Limits, make_limits
from opencicc.passes.inline.decision import Decision, FunctionFacts, Site
from opencicc.passes.inline.order import components
from opencicc.passes.inline.planner import Policy, plan


def facts(name: str, code: int = 10, **more: object) -> FunctionFacts:
    return FunctionFacts(name, code=code, instructions=code, **more)  # type: ignore[arg-type]


def module(
    functions: dict[str, FunctionFacts], calls: list[tuple[str, str]]
) -> tuple[dict[str, FunctionFacts], dict[str, list[Site]]]:
    graph = {name: [callee for caller, callee in calls if caller == name] for name in functions}
    component = {name: number for number, members in enumerate(components(graph)) for name in members}
    sites: dict[str, list[Site]] = {name: [] for name in functions}
    for caller, callee in calls:
        recursive = component[caller] == component[callee]
        sites[caller].append(Site(caller, functions[callee], len(sites[caller]), is_recursive=recursive))
    return functions, sites


def run(functions: dict[str, FunctionFacts], calls: list[tuple[str, str]], policy: Policy) -> list[Decision]:
    return plan(*module(functions, calls), policy, Ledger())


def inlined(decisions: list[Decision]) -> set[tuple[str, str]]:
    return {(d.site.caller, d.site.callee.name) for d in decisions if d.should_inline}


OPEN = Policy(Limits())


def test_a_callee_counts_with_what_was_inlined_into_it() -> None:
    functions = {"k": facts("k"), "mid": facts("mid", 10, calls=1), "leaf": facts("leaf", 100)}
    decisions = run(functions, [("k", "mid"), ("mid", "leaf")], OPEN)
    charges = {d.site.callee.name: d.charge for d in decisions}
    assert charges == {"leaf": 500 - 25, "mid": 5 * 110 - 25}


def test_kernels_get_twice_the_budget_unless_told() -> None:
    assert make_limits(20000, False, False, -1, -1) == Limits(20000, 40000, -1)
    assert make_limits(20000, True, False, -1, -1) == Limits(40000, 80000, -1)
    assert make_limits(300, True, True, -1, -1) == Limits(300, 600, -1)  # a given budget wins
    assert make_limits(20000, False, False, 700, 900) == Limits(20000, 700, 900)
    functions = {"k": facts("k", is_kernel=True), "f": facts("f"), "big": facts("big", 30)}
    decisions = run(functions, [("k", "big"), ("f", "big")], Policy(Limits(100, 200)))
    assert inlined(decisions) == {("k", "big")}


def test_the_ledger_outlives_a_run() -> None:
    functions, sites = module({"f": facts("f"), "big": facts("big", 30)}, [("f", "big")])
    ledger, policy = Ledger(), Policy(Limits(200, 200))
    assert [d.should_inline for _ in range(2) for d in plan(functions, sites, policy, ledger)] == [True, False]


def test_the_module_budget_binds_all_callers() -> None:
    functions = {"f": facts("f"), "g": facts("g"), "big": facts("big", 30)}
    decisions = run(functions, [("f", "big"), ("g", "big")], Policy(Limits(1000, 1000, 200)))
    assert [d.should_inline for d in decisions] == [True, False]


def test_the_cap_on_the_result_holds_and_says_so() -> None:
    functions = {"f": facts("f", 90), "g": facts("g", 20)}
    (decision,) = run(functions, [("f", "g")], Policy(Limits(), max_size=100))
    assert not decision.should_inline
    assert "inline-max-size=100" in decision.reason
    (forced,) = run(
        {**functions, "g": facts("g", 20, is_alwaysinline=True)}, [("f", "g")], Policy(Limits(), max_size=100)
    )
    assert forced.should_inline


def test_force_all_and_must_only() -> None:
    functions = {"f": facts("f"), "g": facts("g", 5000), "h": facts("h", is_alwaysinline=True)}
    calls = [("f", "g"), ("f", "h")]
    assert inlined(run(functions, calls, Policy(Limits(0, 0), is_all=True))) == {("f", "g"), ("f", "h")}
    assert inlined(run(functions, calls, Policy(Limits(), is_only_must=True))) == {("f", "h")}


def test_recursion_is_left_alone_and_said() -> None:
    functions = {name: facts(name) for name in ("k", "a", "b", "self")}
    calls = [("k", "a"), ("a", "b"), ("b", "a"), ("k", "self"), ("self", "self")]
    decisions = run(functions, calls, Policy(Limits(), is_all=True))
    assert not inlined(decisions)
    assert {d.reason for d in decisions} == {"the call is part of a recursion", "the callee is recursive"}


names = st.sampled_from([f"f{i}" for i in range(7)])


@st.composite
def modules(draw: st.DrawFn) -> tuple[dict[str, FunctionFacts], list[tuple[str, str]]]:
    sizes = draw(st.lists(st.integers(1, 400), min_size=7, max_size=7))
    functions = {f"f{i}": facts(f"f{i}", size, is_kernel=i == 0) for i, size in enumerate(sizes)}
    return functions, draw(st.lists(st.tuples(names, names), max_size=25))


@given(modules(), st.integers(0, 3000), st.integers(-1, 3000))
def test_budgets_are_never_exceeded(
    made: tuple[dict[str, FunctionFacts], list[tuple[str, str]]], budget: int, total: int
) -> None:
    limits, ledger = Limits(budget, 2 * budget, total), Ledger()
    decisions = plan(*module(*made), Policy(limits), ledger)
    spent: dict[str, int] = {}
    for decision in decisions:
        if decision.should_inline:
            spent[decision.site.caller] = spent.get(decision.site.caller, 0) + decision.charge
    for caller, units in spent.items():
        assert units < max(1, limits.of(made[0][caller].is_kernel))
        assert units == ledger.spent[caller]
    assert total == -1 or ledger.total <= total


@given(modules())
def test_what_is_inlined_never_forms_a_cycle(made: tuple[dict[str, FunctionFacts], list[tuple[str, str]]]) -> None:
    edges = inlined(run(*made, Policy(Limits(), is_all=True)))
    graph = {name: [callee for caller, callee in edges if caller == name] for name in made[0]}
    assert all(len(members) == 1 and members[0] not in graph[members[0]] for members in components(graph))


@given(modules(), st.randoms())
def test_the_order_of_calls_in_a_caller_does_not_matter(
    made: tuple[dict[str, FunctionFacts], list[tuple[str, str]]], random: object
) -> None:
    functions, calls = made
    shuffled = list(calls)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    policy = Policy(Limits(900, 1800))

    def taken(order: list[tuple[str, str]]) -> dict[str, list[int]]:
        """Charges that each caller took; equal charges may be of different callees."""
        found: dict[str, list[int]] = {}
        for decision in run(functions, order, policy):
            if decision.should_inline:
                found.setdefault(decision.site.caller, []).append(decision.charge)
        return {caller: sorted(charges) for caller, charges in found.items()}

    assert taken(calls) == taken(shuffled)


def test_random_decisions_stay_legal() -> None:
    functions = {"f": facts("f"), "g": facts("g"), "no": facts("no", is_noinline=True)}
    calls = [("f", "g"), ("f", "no"), ("f", "f")]
    for answer in (True, False):
        decisions = run(functions, calls, Policy(Limits(), chaos=lambda _, answer=answer: answer))  # type: ignore[misc]
        assert inlined(decisions) == ({("f", "g")} if answer else set())
