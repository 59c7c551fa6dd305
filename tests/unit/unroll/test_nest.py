"""Sizes of nests: what the loops inside a loop come to when they are unrolled too."""

from __future__ import annotations

from opencicc.passes.unroll.model import LoopFacts, Pragma
from opencicc.passes.unroll.nest import nest_sizes


def outer(size: int, **facts: object) -> LoopFacts:
    return LoopFacts(size, is_innermost=False, **facts)  # type: ignore[arg-type]


def test_innermost_loops_have_none() -> None:
    assert nest_sizes([LoopFacts(10, trip_count=4), LoopFacts(20)], [-1, -1], 8) == [0, 0]


def test_inner_trips_are_the_count_the_bound_or_the_usual_number() -> None:
    def nest(**facts: object) -> int:
        return nest_sizes([outer(37), LoopFacts(25, **facts)], [-1, 0], 8)[0]  # type: ignore[arg-type]

    assert nest(trip_count=12, max_trip_count=12) == 37 + 11 * 25
    assert nest(max_trip_count=3) == 37 + 2 * 25
    assert nest() == 37 + 7 * 25
    assert nest(max_trip_count=1 << 31) == 37 + 7 * 25  # a bound as good as none


def test_nests_multiply_and_siblings_add() -> None:
    loops = [outer(100), outer(40), LoopFacts(10, trip_count=4), LoopFacts(20, trip_count=2)]
    middle = 40 + 3 * 10
    assert nest_sizes(loops, [-1, 0, 1, 0], 5) == [100 + 3 * 10 + 4 * middle + 20, middle, 0, 0]


def test_a_loop_that_stays_a_loop_adds_nothing() -> None:
    loops = [outer(37), LoopFacts(25, pragma=Pragma(is_disabled=True))]
    assert nest_sizes(loops, [-1, 0], 8) == [37, 0]
