"""Control flow, natural loops and live values on small graphs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from opencicc.analysis.flow import Flow, find_loops


def test_a_nest_of_two_loops_is_found_outside_first() -> None:
    #   0 -> 1 -> 2 -> 3 -> 2, 3 -> 4 -> 1, 4 -> 5
    flow = Flow([[1], [2], [3], [2, 4], [1, 5], []])
    outer, inner = find_loops(flow)
    assert (outer.header, outer.latches, outer.depth, outer.parent) == (1, (4,), 1, -1)
    assert (inner.header, inner.latches, inner.depth, inner.parent) == (2, (3,), 2, 0)
    assert outer.blocks == {1, 2, 3, 4}
    assert inner.exits == ((3, 4),)
    assert (outer.preheader, inner.preheader) == (0, 1)


def test_a_cycle_with_two_entries_is_no_loop() -> None:
    assert find_loops(Flow([[1, 2], [2, 3], [1], []])) == []


def test_two_latches_make_one_loop() -> None:
    (loop,) = find_loops(Flow([[1], [2, 3], [1], [1, 4], []]))
    assert set(loop.latches) == {2, 3}


def test_unreachable_blocks_do_not_matter() -> None:
    (loop,) = find_loops(Flow([[1], [1, 2], [], [1]]))
    assert loop.blocks == {1}


@given(
    st.integers(2, 8).flatmap(lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=2), min_size=n, max_size=n))
)
def test_dominators_are_those_of_removing_a_block(successors: list[list[int]]) -> None:
    flow = Flow(successors)

    def reached(without: int) -> set[int]:
        seen, waiting = set(), [0] if without != 0 else []
        while waiting:
            block = waiting.pop()
            if block not in seen and block != without:
                seen.add(block)
                waiting += successors[block]
        return seen

    everything = reached(-1)
    for upper in everything:
        for lower in everything:
            assert flow.dominates(upper, lower) == (upper == lower or lower not in reached(upper))
