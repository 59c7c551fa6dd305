"""What copies of a body gain, by its size, its waits and its shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.passes.unroll.estimate import gain_percent, llvm_copies, trip, worthwhile_copies
from opencicc.passes.unroll.model import LoopFacts
from opencicc.passes.unroll.params import FIXED_COST

loops = st.builds(
    LoopFacts,
    body_size=st.integers(1, 400),
    far_loads=st.integers(0, 3),
    slow_cycles=st.integers(0, 800),
    atomics=st.integers(0, 1),
    blocks=st.integers(1, 9),
    is_innermost=st.booleans(),
)


@given(loops, st.sampled_from([1, 2, 4, 8]))
def test_more_copies_never_take_longer(loop: LoopFacts, count: int) -> None:
    assert trip(loop, 2 * count) <= trip(loop, count)


@given(loops, st.sampled_from([2, 4, 8]))
def test_every_doubling_that_is_taken_gains_four_percent(loop: LoopFacts, most: int) -> None:
    count = worthwhile_copies(loop, most)
    assert 1 <= count <= most
    if count > 1:
        assert gain_percent(loop, count) >= 4


@pytest.mark.parametrize(
    ("facts", "count"),
    [
        ({"body_size": 5}, 4),  # the overhead is most of it
        ({"body_size": 200}, 1),
        ({"body_size": 60, "far_loads": 1}, 4),
        ({"body_size": 200, "far_loads": 1}, 2),  # loads take about as long as the instructions
        ({"body_size": 400, "far_loads": 1}, 1),
        ({"body_size": 60, "far_loads": 1, "atomics": 1}, 1),
        ({"body_size": 60, "far_loads": 1, "divisions": 1}, 1),
        ({"body_size": 60, "far_loads": 1, "fixed_stores": 1}, 1),
        ({"body_size": 54, "slow_cycles": 400, "fixed_stores": 1}, 4),  # nothing waits for the store
        ({"body_size": 60, "far_loads": 1, "is_innermost": False}, 1),
        ({"body_size": 54, "slow_cycles": 400}, 4),
        ({"body_size": 54, "slow_cycles": 60}, 1),
        ({"body_size": 54, "blocks": 5, "shortest_way": 15}, 4),  # most trips are short
        ({"body_size": 54, "blocks": 5, "shortest_way": 15, "far_loads": 2}, 4),
        ({"body_size": 54, "blocks": 5, "shortest_way": 27}, 2),
        ({"body_size": 54, "blocks": 5, "shortest_way": 28}, 1),  # ways of about the same length: softmax_rows
        ({"body_size": 54, "blocks": 5, "shortest_way": 15, "depth": 2}, 1),  # trips may be few
        ({"body_size": 54, "blocks": 5, "shortest_way": 15, "atomics": 1}, 1),
        ({"body_size": 54, "blocks": 5, "shortest_way": 15, "divisions": 1}, 1),
        ({"body_size": 54, "blocks": 5, "shortest_way": 15, "is_convergent": True}, 1),
    ],
)
def test_copies_by_kind_of_body(facts: dict[str, int], count: int) -> None:
    assert worthwhile_copies(LoopFacts(**facts), 4) == count  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "count"), [(5, 8), (11, 8), (12, 4), (20, 4), (21, 2), (38, 2), (39, 1)])
def test_llvm_makes_as_many_copies_as_fit(size: int, count: int) -> None:
    assert llvm_copies(size, FIXED_COST) == count
