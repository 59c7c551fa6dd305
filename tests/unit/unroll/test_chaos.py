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
