"""Call graph order: components bottom up, levels, against a brute-force notion of reachability."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from opencicc.passes.inline.order import components, from_the_entry, levels

nodes = st.sampled_from("abcdefgh")
graphs = st.dictionaries(nodes, st.lists(nodes, max_size=5))


def reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    found: set[str] = set()
    work = [start]
    while work:
        for following in graph.get(work.pop(), []):
            if following in graph and following not in found:
                found.add(following)
                work.append(following)
    return found


@given(graphs)
def test_components_are_those_that_reach_each_other(graph: dict[str, list[str]]) -> None:
    found = components(graph)
    assert sorted(name for members in found for name in members) == sorted(graph)
    for members in found:
        for name in members:
            mutual = {o for o in graph if o == name or (o in reachable(graph, name) and name in reachable(graph, o))}
            assert mutual == set(members)


@given(graphs)
def test_callees_come_first(graph: dict[str, list[str]]) -> None:
    position = {name: number for number, members in enumerate(components(graph)) for name in members}
    assert all(position[callee] <= position[name] for name in graph for callee in graph[name] if callee in graph)


@given(graphs)
def test_a_level_calls_only_below_itself_or_its_own_recursion(graph: dict[str, list[str]]) -> None:
    height = {name: number for number, level in enumerate(levels(graph)) for name in level}
    component = {name: number for number, members in enumerate(components(graph)) for name in members}
    for name in graph:
        for callee in graph[name]:
            if callee in graph and component[callee] != component[name]:
                assert height[callee] < height[name]


def test_a_long_chain_needs_no_stack() -> None:
    chain = {str(i): [str(i + 1)] for i in range(20000)}
    assert components(chain)[0] == ("19999",)
    assert len(levels(chain)) == 20000


def test_recursions_are_entered_as_llvm_does() -> None:
    graph = {"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": ["a"], "k": ["a"]}
    assert from_the_entry(("a", "b", "c", "d"), graph) == ["a", "c", "d", "b"]
    assert from_the_entry(("d", "a", "b", "c"), graph) == ["d", "a", "c", "b"]
