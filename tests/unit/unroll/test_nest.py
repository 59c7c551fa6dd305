"""Sizes of nests: what the loops inside a loop come to when they are unrolled too."""

from __future__ import annotations

from opencicc.passes.unroll.model import LoopFacts, Pragma
from opencicc.passes.unroll.nest import heats, nest_sizes, wishes


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


def test_heat_counts_the_loops_around_that_stay() -> None:
    loops = [outer(100), outer(40, trip_count=8), LoopFacts(10, trip_count=8), outer(50, trip_count=8), LoopFacts(9)]
    assert heats(loops, [-1, 0, 1, -1, 3]) == [0, 1, 1, 0, 0]
    many = [outer(100, trip_count=65), LoopFacts(10, trip_count=8)]
    assert heats(many, [-1, 0]) == [0, 1]  # so many trips are not written out


def test_a_nest_wishes_for_all_its_trips() -> None:
    loops = [outer(100), outer(30, trip_count=4), LoopFacts(10, trip_count=8)]
    grown = 30 + 7 * 10
    assert wishes(loops, [-1, 0, 1], 405) == [0, 7 * 10 + 3 * grown, 0]


def test_what_does_not_fit_a_budget_is_not_wished_for() -> None:
    loops = [outer(30, trip_count=8), LoopFacts(10, trip_count=8)]
    assert wishes(loops, [-1, 0], 405) == [7 * 10, 0]  # the outer one would make 800
    with_array = [outer(30, trip_count=8, local_array_size=2), LoopFacts(10, trip_count=8)]
    assert wishes(with_array, [-1, 0], 405) == [7 * 10 + 7 * 100, 0]
