"""Random decisions: all of them legal, different ones for different seeds."""

from __future__ import annotations

import random

from opencicc.passes.unroll.chaos import legal, random_decision
from opencicc.passes.unroll.model import LoopFacts, Pragma
from opencicc.passes.unroll.params import UnrollParams


def test_every_kind_comes_up() -> None:
    loop = LoopFacts(8, trip_count=12, trip_multiple=12, can_peel=True)
    kinds = {random_decision(loop, UnrollParams(), random.Random(seed)).kind for seed in range(200)}
    assert kinds == {"none", "full", "runtime", "peel"}


def test_a_convergent_loop_is_only_divided() -> None:
    loop = LoopFacts(8, trip_count=12, trip_multiple=12, may_have_remainder=False)
    assert {count for kind, count in legal(loop) if kind == "runtime"} == {2, 3, 4, 6}


def test_what_may_not_be_unrolled_is_left() -> None:
    forbidden = [{"can_copy": False}, {"is_simplified": False}, {"inline_candidates": 1}, {"pragma": Pragma(count=1)}]
    assert [legal(LoopFacts(8, trip_count=4, **facts)) for facts in forbidden] == [[], [], [], []]  # type: ignore[arg-type]


def test_a_remainder_may_be_straight_where_there_is_one() -> None:
    def straight(loop: LoopFacts, params: UnrollParams) -> set[int]:
        made = [random_decision(loop, params, random.Random(seed)) for seed in range(400)]
        return {decision.count for decision in made if decision.is_remainder_straight}

    loop = LoopFacts(8, trip_multiple=6)
    assert straight(loop, UnrollParams()) == {4, 5, 7, 8, 9}
    assert not straight(loop, UnrollParams(straight_remainder=0))  # without the native helper
    assert not straight(LoopFacts(8, is_countable=False), UnrollParams())
