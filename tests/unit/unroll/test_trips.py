"""Trip counts of our own analysis against running the loop: right or not claimed."""

from __future__ import annotations

import operator

from hypothesis import given
from hypothesis import strategies as st

from opencicc.analysis.counters import NEGATED, SIGNED, SWAPPED, Counter, count_trips

_COMPARE = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def run(counter: Counter) -> int:
    """Execute the loop; 0 when it does not end within all values of its variable."""
    modulus, value = 1 << counter.width, counter.start
    compare = _COMPARE[counter.predicate[-2:]]

    def read(number: int) -> int:
        is_negative = counter.predicate in SIGNED and number >> (counter.width - 1)
        return number - modulus if is_negative else number

    for trip in range(1, modulus + 3):
        following = (value + counter.step) % modulus
        tested = following if counter.tests_next else value
        if not compare(read(tested), read(counter.bound)):
            return trip
        value = following
    return 0


@st.composite
def counters(draw: st.DrawFn) -> Counter:
    width = draw(st.sampled_from([2, 3, 5, 7]))
    values = st.integers(0, (1 << width) - 1)
    steps = st.one_of(st.sampled_from([1, -1, 2, -2, 3]), st.integers(-(1 << width), 1 << width))
    predicate = draw(st.sampled_from(sorted(NEGATED)))
    return Counter(width, draw(values), draw(steps), predicate, draw(values), draw(st.booleans()))


@given(counters())
def test_a_claimed_count_is_the_one_of_running_the_loop(counter: Counter) -> None:
    claimed = count_trips(counter)
    assert claimed in (0, run(counter))


def test_usual_loops_are_counted() -> None:
    assert count_trips(Counter(32, 0, 1, "slt", 8, True)) == 8
    assert count_trips(Counter(32, 0, 1, "ult", 8, False)) == 9
    assert count_trips(Counter(64, 0, 3, "slt", 10, True)) == 4
    assert count_trips(Counter(32, 10, -1, "sgt", 0, True)) == 10
    assert count_trips(Counter(32, 0, 4, "ne", 64, True)) == 16
    assert count_trips(Counter(32, 5, 1, "slt", 3, True)) == 1
    assert count_trips(Counter(8, 250, 1, "ne", 4, True)) == 10  # wraps around and still meets its bound


def test_nothing_is_claimed_of_a_loop_that_may_wrap() -> None:
    assert count_trips(Counter(8, 0, 2, "ule", 254, True)) == 0
    assert count_trips(Counter(32, 0, 0, "slt", 8, True)) == 0
    assert count_trips(Counter(32, 0, -1, "slt", 8, True)) == 0
    assert count_trips(Counter(32, 0, 3, "ne", 10, True)) == 0


def test_predicates_negate_and_swap_in_pairs() -> None:
    assert all(NEGATED[NEGATED[p]] == p and SWAPPED[SWAPPED[p]] == p for p in NEGATED)
