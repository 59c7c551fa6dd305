"""The cascade on tables of facts: each level, its limits and its reasons."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.passes.unroll.consider import local_multiplier
from opencicc.passes.unroll.decide import NEAR_BODIES, SHORT_BODY, decide, is_power_of_two
from opencicc.passes.unroll.estimate import LLVM_SIZE
from opencicc.passes.unroll.model import DynamicCost, LoopFacts, Occupancy, Pragma, Unroll
from opencicc.passes.unroll.params import UnrollParams
from opencicc.record import replace


class FakeOracle:
    """Answers as told; by default nothing folds and warps stay."""

    def __init__(
        self,
        cost: DynamicCost | None = None,
        most_copies: int = 1000,
        does_read_apart: bool = False,
        is_together: bool = True,
        fetches: int = 4,
        does_update_rows: bool = False,
    ) -> None:
        self.cost = cost
        self.most_copies = most_copies
        self.does_read_apart = does_read_apart
        self.is_together = is_together
        self.fetched = fetches
        self.does_update_rows = does_update_rows

    def fetches(self) -> int:
        return self.fetched

    def takes_from_rows(self) -> bool:
        return self.does_update_rows

    def reads_apart(self) -> bool:
        return self.does_read_apart

    def is_left_together(self) -> bool:
        return self.is_together

    def dynamic_cost(self, trips: int, threshold: int) -> DynamicCost | None:
        return self.cost

    def occupancy(self, count: int, is_complete: bool) -> Occupancy:
        return Occupancy(40, 60, 32, 32 if count <= self.most_copies else 16)


def decided(loop: LoopFacts, oracle: FakeOracle | None = None, **params: object) -> Unroll:
    return decide(loop, UnrollParams(**params), oracle or FakeOracle())  # type: ignore[arg-type]


ALL_OFF = {"allow_partial": False, "allow_runtime": False, "allow_upper_bound": False, "allow_profile": False}
BUDGET: dict[str, Any] = {"by_estimate": False}  # sizes decide, because one was given
ROOM = {"partial_threshold": 1000, **BUDGET}
LEVELS = [
    # (what it shows, facts, parameters, kind, factor)
    ("bare 8", {"trip_count": 8}, {}, "full", 8),
    ("bare 6", {"trip_count": 6}, {}, "full", 6),
    ("6 without full unrolling", {"trip_count": 6}, {"full_max_count": 0}, "partial", 2),
    ("pragma 1", {"trip_count": 8, "pragma": Pragma(count=1)}, {}, "none", 1),
    ("pragma disable", {"trip_count": 8, "pragma": Pragma(is_disabled=True)}, {}, "none", 1),
    ("pragma 4", {"trip_count": 64, "pragma": Pragma(count=4)}, {}, "pragma", 4),
    ("pragma beyond the trips", {"trip_count": 3, "pragma": Pragma(count=8)}, {}, "pragma", 3),
    ("pragma on an unknown count", {"pragma": Pragma(count=16)}, {}, "pragma", 16),
    ("pragma full beyond the threshold", {"trip_count": 900, "pragma": Pragma(is_full=True)}, {}, "full", 900),
    ("pragma full beyond its own", {"trip_count": 8192, "pragma": Pragma(is_full=True)}, {}, "partial", 16),
    ("pragma full, bound only", {"max_trip_count": 40, "pragma": Pragma(is_full=True)}, {}, "upper-bound", 40),
    ("pragma full, bound too large", {"max_trip_count": 65, "pragma": Pragma(is_full=True)}, {}, "runtime", 4),
    ("bound of 4", {"max_trip_count": 4}, {}, "upper-bound", 4),
    ("bound of 4, small body", {"max_trip_count": 4, "body_size": 7}, {}, "none", 1),
    ("bound of 4, small body, by pragma",
     {"max_trip_count": 4, "body_size": 7, "pragma": Pragma(is_full=True)}, {}, "upper-bound", 4),
    ("bound of 4, small body with an array",
     {"max_trip_count": 4, "body_size": 7, "local_array_size": 4}, {}, "upper-bound", 4),
    ("bound of 5", {"max_trip_count": 5}, {}, "none", 1),
    ("bound of 8, by knob", {"max_trip_count": 8}, {"automatic_upper_bound": 8}, "upper-bound", 8),
    ("bound of 9, by one knob", {"max_trip_count": 9}, {"automatic_upper_bound": 9}, "runtime", 4),
    ("pragma full, bound of 8", {"max_trip_count": 8, "pragma": Pragma(is_full=True)}, {}, "upper-bound", 8),
    ("bound of 9", {"max_trip_count": 9}, {}, "runtime", 4),
    ("bound, switched off", {"max_trip_count": 4}, {"allow_upper_bound": False}, "none", 1),
    ("early exits", {"latch_trip_count": 4, "max_trip_count": 4, "exits": 2, "is_countable": False}, {}, "upper-bound", 4),
    ("peeling", {"peel_count": 1}, {}, "peel", 1),
    ("peeling off", {"peel_count": 1}, {"peel_count": 0}, "runtime", 4),
    ("peeling off by a knob of 0, and by any other number", {"peel_count": 1}, {"peel_count": 2}, "runtime", 4),
    ("peeling by profile", {"peel_count": 2, "is_peel_by_profile": True}, {}, "peel", 2),
    ("peeling by profile, off", {"peel_count": 2, "is_peel_by_profile": True}, {"allow_profile": False}, "runtime", 4),
    ("peeling, not by profile", {"peel_count": 2}, {"allow_profile": False}, "peel", 2),
    ("peeling with all off", {"peel_count": 2}, ALL_OFF, "none", 1),
    ("peeling by option", {"can_peel": True}, {"peel_count": 3}, "peel", 3),
    ("peeling by option, the last trip stays", {"can_peel": True, "trip_count": 3}, {"peel_count": 3}, "peel", 2),
    ("peeling by option, one was", {"can_peel": True, "peeled_count": 1}, {"peel_count": 3}, "peel", 2),
    ("peeling by option, done", {"can_peel": True, "peeled_count": 3}, {"peel_count": 3}, "runtime", 4),
    ("peeling by option, and all off", {"can_peel": True}, {"peel_count": 3, **ALL_OFF}, "peel", 3),
    ("peeling by option, impossible", {}, {"peel_count": 3}, "runtime", 4),
    ("peeling by option, up to the pragma's budget", {"can_peel": True}, {"peel_count": 9, "pragma_threshold": 64}, "peel", 8),
    ("100 trips", {"trip_count": 100}, {}, "partial", 4),
    ("1024 trips", {"trip_count": 1024}, {}, "partial", 32),
    ("99 trips: no power of two divides", {"trip_count": 99}, {}, "partial", 4),
    ("99 trips of a convergent loop", {"trip_count": 99, "trip_multiple": 99, "may_have_remainder": False}, {}, "none", 1),
    ("partial off", {"trip_count": 1000}, {"allow_partial": False}, "none", 1),
    ("outer loops, as LLVM would", {"body_size": 26, "trip_count": 32, "is_innermost": False}, {}, "partial", 2),
    ("outer loops, as LLVM would not", {"body_size": 39, "trip_count": 32, "is_innermost": False}, {}, "none", 1),
    ("outer loops whose trips no factor divides", {"body_size": 26, "trip_count": 33, "is_innermost": False}, {}, "none", 1),
    ("outer loops, and a budget", {"body_size": 26, "trip_count": 32, "is_innermost": False}, BUDGET, "none", 1),
    ("unknown count", {}, {}, "runtime", 4),
    ("unknown count, 8 by knob", {}, {"default_count": 8}, "runtime", 8),
    ("unknown count, larger body, 8 by knob", {"body_size": 10}, {"default_count": 8}, "runtime", 8),
    ("unknown count, four copies just fit", {"body_size": 16}, {"remainder_threshold": 60, **BUDGET}, "runtime", 4),
    ("unknown count, only two fit", {"body_size": 17}, {"remainder_threshold": 60, **BUDGET}, "runtime", 2),
    ("unknown count, the partial threshold caps the knob", {"body_size": 60}, {"remainder_threshold": 999, **BUDGET}, "none", 1),
    ("the overhead of a small body", {"body_size": 21}, {}, "runtime", 4),
    ("the overhead of a larger body", {"body_size": 30}, {}, "runtime", 2),
    ("the overhead of a large body", {"body_size": 60}, {}, "none", 1),
    ("what LLVM would copy", {"body_size": 38, "is_innermost": False}, {}, "runtime", 2),
    ("what LLVM would not", {"body_size": 60, "is_innermost": False, "far_loads": 2}, {}, "none", 1),
    ("loads to wait for", {"body_size": 60, "far_loads": 1}, {}, "runtime", 4),
    ("many blocks, as LLVM would", {"body_size": 20, "far_loads": 1, "blocks": 9}, {}, "runtime", 4),
    ("many blocks, as LLVM would not", {"body_size": 39, "far_loads": 1, "blocks": 9}, {}, "none", 1),
    ("larger bodies of one block", {"body_size": 93, "far_loads": 1}, {}, "runtime", 4),
    ("loads to wait for, and a budget", {"body_size": 60, "far_loads": 1}, BUDGET, "none", 1),
    ("divisions to wait for", {"body_size": 54, "slow_cycles": 400}, {}, "runtime", 4),
    ("divisions to wait for, known trips", {"body_size": 54, "slow_cycles": 400, "trip_count": 128}, {}, "partial", 4),
    ("no more copies than divide the trips", {"body_size": 54, "slow_cycles": 400, "trip_count": 50}, {}, "partial", 2),
    ("known trips, and a budget", {"body_size": 54, "slow_cycles": 400, "trip_count": 128}, BUDGET, "none", 1),
    ("loads whose addresses are divided for", {"body_size": 60, "far_loads": 1, "divisions": 1}, {}, "none", 1),
    ("divided addresses, as LLVM would", {"body_size": 30, "far_loads": 1, "divisions": 1}, {}, "runtime", 2),
    ("loads that wait for a store", {"body_size": 12, "far_loads": 1, "fixed_stores": 1}, {}, "none", 1),
    ("a store to one address and nothing that waits for it", {"body_size": 12, "fixed_stores": 1}, {}, "runtime", 4),
    ("loads that wait for a store, but a pragma",
     {"body_size": 12, "far_loads": 1, "fixed_stores": 1, "pragma": Pragma(is_enabled=True)}, {}, "runtime", 4),
    ("a counter and two instructions", {"body_size": 5}, {}, "runtime", 8),
    ("a counter and three instructions", {"body_size": 6}, {}, "runtime", 4),
    ("a counter, two instructions, and twice as many copies by knob", {"body_size": 5}, {"default_count": 2}, "runtime", 4),
    ("a counter and two instructions, but no copies by knob", {"body_size": 5}, {"default_count": 1}, "none", 1),
    ("sums over shared memory", {"body_size": 10, "trip_count": 1024}, {}, "partial", 32),
    ("sums over shared memory, a larger body", {"body_size": 13, "trip_count": 1024}, {}, "partial", 8),
    ("sums over shared memory, and a budget", {"body_size": 10, "trip_count": 1024}, BUDGET, "partial", 8),
    ("sums over global memory, which ptxas copies again", {"body_size": 10, "trip_count": 1024, "far_loads": 1}, {}, "partial", 8),
    ("atomic operations", {"far_loads": 1, "atomics": 1}, {}, "none", 1),
    ("atomic operations, but a pragma", {"far_loads": 1, "atomics": 1, "pragma": Pragma(is_enabled=True)}, {}, "runtime", 4),
    ("unknown count, larger copies by pragma", {"body_size": 17, "pragma": Pragma(is_enabled=True)}, {}, "runtime", 4),
    ("body beyond the gate", {"body_size": 96}, ROOM, "none", 1),
    ("body at the gate", {"body_size": 95}, ROOM, "runtime", 4),
    ("runtime off", {}, {"allow_runtime": False}, "none", 1),
    ("runtime off by metadata", {"pragma": Pragma(no_runtime=True)}, {}, "none", 1),
    ("flat loop", {"profiled_trips": 4}, {"runtime_least_count": 2}, "none", 1),
    ("not so flat loop", {"profiled_trips": 5}, {"runtime_least_count": 2}, "runtime", 2),
    ("two rounds by profile", {"profiled_trips": 8}, {}, "runtime", 4),
    ("two rounds by the launch", {"launch_trips": 8}, {}, "runtime", 4),
    ("two rounds of half the factor", {"launch_trips": 15}, {"default_count": 8}, "runtime", 4),
    ("two rounds of two copies", {"launch_trips": 7}, {}, "runtime", 2),
    ("a profile knows better than the launch", {"launch_trips": 1, "profiled_trips": 40}, {}, "runtime", 4),
    ("few trips, but a pragma", {"launch_trips": 7, "pragma": Pragma(is_enabled=True)}, {}, "runtime", 4),
    ("two copies and a remainder, not by knob", {"body_size": 30}, {"runtime_least_count": 4}, "none", 1),
    ("two copies without a remainder", {"body_size": 30, "trip_multiple": 2}, {"runtime_least_count": 4}, "runtime", 2),
    ("two copies and a remainder, by pragma", {"body_size": 45, "pragma": Pragma(is_enabled=True)}, {}, "runtime", 2),
    ("convergent, divergent exit", {"is_convergent": True, "may_have_remainder": False}, {}, "none", 1),
    ("convergent, uniform exit", {"is_convergent": True, "may_have_remainder": False, "is_uniform": True}, {}, "runtime", 4),
    ("convergent, trips a multiple of 4", {"may_have_remainder": False, "trip_multiple": 4}, {}, "runtime", 4),
    ("no remainder allowed", {}, {"allow_remainder": False}, "none", 1),
    ("data-dependent exit", {"is_countable": False}, {}, "none", 1),
    ("a body with if and else", {"blocks": 4}, {}, "runtime", 4),
    ("a body with if and else, not by knob", {"blocks": 4}, {"runtime_blocks": 3}, "none", 1),
    ("expensive count, many trips", {"is_count_expensive": True, "launch_trips": 32}, {}, "runtime", 4),
    ("expensive count, few trips", {"is_count_expensive": True, "launch_trips": 1}, {}, "none", 1),
    ("expensive count, nobody knows how many", {"is_count_expensive": True}, {}, "none", 1),
    ("expensive count, but no division, and loads",
     {"is_count_expensive": True, "far_loads": 1}, {}, "runtime", 4),
    ("expensive count by a division, and loads that are summed",
     {"is_count_expensive": True, "is_count_divided": True, "far_loads": 1}, {}, "runtime", 4),
    ("expensive count by a division, and loads under a condition",
     {"is_count_expensive": True, "is_count_divided": True, "far_loads": 1, "blocks": 3}, {}, "none", 1),
    ("expensive count by a division, nothing loaded",
     {"is_count_expensive": True, "is_count_divided": True}, {}, "none", 1),
    ("expensive count, but a pragma", {"is_count_expensive": True, "pragma": Pragma(is_enabled=True)}, {}, "runtime", 4),
    ("expensive count inside a loop", {"is_count_expensive": True, "launch_trips": 32, "depth": 2}, {}, "none", 1),
    ("expensive count, not allowed",
     {"is_count_expensive": True, "launch_trips": 32}, {"allow_expensive_count": False}, "none", 1),
    ("local arrays buy no remainder", {"body_size": 60, "local_array_size": 6}, {}, "none", 1),
    ("a budget does, in a small function", {"body_size": 90, "function_size": 39}, BUDGET, "runtime", 4),
    ("a nest that fits", {"trip_count": 10, "is_innermost": False, "nest_size": 240}, {}, "full", 10),
    ("a nest that does not", {"body_size": 39, "trip_count": 10, "is_innermost": False, "nest_size": 250}, {}, "none", 1),
    ("a nest that does not, by bound", {"max_trip_count": 4, "is_innermost": False, "nest_size": 700}, {}, "none", 1),
    ("a nest that does not, by pragma",
     {"trip_count": 10, "is_innermost": False, "nest_size": 250, "pragma": Pragma(is_full=True)}, {}, "full", 10),
    ("a nest with a local array",
     {"trip_count": 10, "is_innermost": False, "nest_size": 430, "local_array_size": 2}, {}, "full", 10),
    ("small function", {"body_size": 60, "trip_count": 64, "function_size": 39}, {}, "partial", 4),
    ("not so small function", {"body_size": 60, "trip_count": 64, "function_size": 40}, {}, "none", 1),
    ("not copyable", {"trip_count": 4, "can_copy": False}, {}, "none", 1),
    ("calls that may go", {"trip_count": 4, "inline_candidates": 1}, {}, "none", 1),
    ("factor by option", {}, {"count": 3}, "pragma", 3),
    ("factor 1 by option", {}, {"count": 1}, "none", 1),
    ("factor 1 by option, few trips", {"trip_count": 8}, {"count": 1}, "none", 1),
    ("factor 1 by option, a pragma", {"pragma": Pragma(count=4)}, {"count": 1}, "none", 1),
    ("factor 1 by option, peeling", {"peel_count": 1}, {"count": 1}, "none", 1),
    ("a cap for pragmas", {"pragma": Pragma(count=8)}, {"max_count": 4}, "pragma", 4),
    ("a cap for options", {}, {"count": 8, "max_count": 4}, "pragma", 4),
    ("a cap of 1", {"trip_count": 8, "pragma": Pragma(count=4)}, {"max_count": 1}, "none", 1),
    ("a cap is not for all trips", {"trip_count": 8, "pragma": Pragma(is_full=True)}, {"max_count": 4}, "full", 8),
    ("only full: a factor waits", {"trip_count": 8, "pragma": Pragma(count=2)}, {"only_full": True}, "none", 1),
    ("only full: all trips", {"trip_count": 8, "pragma": Pragma(count=8)}, {"only_full": True}, "pragma", 8),
    ("only full: no remainder", {}, {"only_full": True}, "none", 1),
    ("growth is capped", {"trip_count": 8, "function_size": 5990}, {}, "none", 1),
    ("a pragma outgrows the cap", {"trip_count": 8, "function_size": 5990, "pragma": Pragma(is_full=True)}, {}, "full", 8),
]  # fmt: skip


def test_what_is_mostly_skipped_has_copies_where_threads_make_the_same_trips() -> None:
    loop = LoopFacts(80, blocks=5, shortest_way=15, function_size=500)
    assert decided(loop).count == 4
    assert decided(loop, FakeOracle(is_together=False)).count == 1


def test_what_mostly_counts_has_more_copies_where_threads_make_the_same_trips() -> None:
    loop = LoopFacts(5, function_size=500)
    assert decided(loop).count == 8
    assert decided(loop, FakeOracle(is_together=False)).count == 4


@pytest.mark.parametrize(("facts", "params", "kind", "count"), [row[1:] for row in LEVELS], ids=[r[0] for r in LEVELS])
def test_cascade_decides_as_the_table_says(
    facts: dict[str, Any], params: dict[str, Any], kind: str, count: int
) -> None:
    loop = LoopFacts(**{"body_size": 8, "function_size": 500, **facts})
    found = decided(loop, **params)
    assert (found.kind, found.count) == (kind, count), found.reason


def test_local_arrays_multiply_the_budget_up_to_six() -> None:
    sizes = [0, 1, 4, 6, 36]
    assert [local_multiplier(LoopFacts(8, local_array_size=s)) for s in sizes] == [1, 1, 4, 6, 6]
    large: dict[str, Any] = {"body_size": 72, "trip_count": 6, "function_size": 500}
    assert decided(LoopFacts(**large)).kind == "none"  # 422 of 405
    assert decided(LoopFacts(**large, local_array_size=4)).kind == "full"


def test_folding_earns_up_to_four_times_the_threshold() -> None:
    loop = LoopFacts(50, trip_count=16, function_size=500)  # 770 of 405
    assert decided(loop, FakeOracle(DynamicCost(800, 790))).kind == "partial"
    assert decided(loop, FakeOracle(DynamicCost(800, 400))).kind == "full"
    assert decided(LoopFacts(400, trip_count=16, function_size=50), FakeOracle(DynamicCost(6400, 1621))).kind == "none"
    assert decided(LoopFacts(400, trip_count=16, function_size=50), FakeOracle(DynamicCost(6400, 1599))).kind == "full"
    stopped = decided(loop, FakeOracle(DynamicCost(800, 790, is_least=True)), allow_partial=False)
    assert "folding leaves at least 790 of 800, more than 409" in stopped.reason
    too_many = LoopFacts(50, trip_count=61, function_size=500)
    assert decided(too_many, FakeOracle(DynamicCost(3000, 1))).kind != "full"


def test_copies_that_keep_their_branches_have_llvm_s_budget() -> None:
    """They do not overlap: five copies of size 80 with ten branches each cost a kernel 8 % of its time."""

    def kind(cost: DynamicCost | None = None, by_estimate: bool = True, **facts: Any) -> str:
        own = {"body_size": 80, "trip_count": 5, "function_size": 500, "blocks": 11, "far_loads": 10, "depth": 2}
        loop = LoopFacts(**{**own, **facts})
        return str(decided(loop, FakeOracle(cost), by_estimate=by_estimate).kind)

    assert kind() == "none"  # 392 of 300
    assert kind(blocks=3) == "full"  # 392 of 405
    assert kind(far_loads=0) == "full"
    assert kind(is_innermost=False) == "full"
    assert kind(depth=1) == "full"
    assert kind(body_size=60) == "full"  # 292 of 300
    assert kind(local_array_size=2) == "full"
    assert kind(pragma=Pragma(is_full=True)) == "full"
    assert kind(by_estimate=False) == "full"
    assert kind(DynamicCost(400, 340)) == "none"  # only 17 % folds away
    assert kind(DynamicCost(400, 300)) == "full"


def test_a_pragma_too_large_gets_the_largest_dividing_factor_that_fits() -> None:
    loop = LoopFacts(1002, trip_count=64, trip_multiple=64, pragma=Pragma(count=64))
    found = decided(loop)
    assert (found.kind, found.count) == ("pragma", 32)
    assert ("ThresholdExceeded", "unrolling by 64 makes 64002, more than 32768") in found.notes


def test_a_pragma_that_would_need_a_forbidden_remainder_is_explained() -> None:
    loop = LoopFacts(8, trip_count=12, trip_multiple=12, may_have_remainder=False, pragma=Pragma(count=8))
    found = decided(loop)
    assert (found.kind, found.count) == ("pragma", 6)
    assert found.notes[0][0] == "PragmaCount"
    assert "no remainder loop is allowed" in found.notes[0][1]


def test_a_body_too_large_is_explained() -> None:
    found = decided(LoopFacts(90, function_size=500), **BUDGET)
    assert ("LoopSize", "its size 90 leaves no room for copies in 101") in found.notes


@pytest.mark.parametrize(
    ("facts", "params", "said"),
    [
        (
            {"trip_count": 999, "may_have_remainder": False},
            {},
            "no power of two that fits 300 divides 999 trips, and a",
        ),
        ({"trip_count": 999}, {"allow_remainder": False}, "999 trips, and unroll-allow-remainder is off"),
        (
            {"trip_multiple": 3, "may_have_remainder": False},
            {},
            "no power of two that fits 405 divides a multiple of 3",
        ),
        ({}, {"allow_remainder": False}, "not unrolled: unroll-allow-remainder is off"),
        ({"trip_count": 999}, {"max_count": 1}, "unroll-max-count allows no copies"),
        ({"trip_count": 999}, {"default_count": 1}, "unroll-default-count allows no copies"),
    ],
)
def test_what_stood_in_the_way_is_not_called_size(facts: dict[str, int], params: dict[str, int], said: str) -> None:
    found = decided(LoopFacts(8, function_size=500, **facts), **params)  # type: ignore[arg-type]
    assert (found.kind, said in found.reason) == ("none", True), found.reason
    assert "LoopSize" not in dict(found.notes)


def test_remarks_have_no_counts_that_nobody_made() -> None:
    disabled = dict(decided(LoopFacts(0, pragma=Pragma(is_disabled=True))).arguments)
    assert not {"TripCount", "TripMultiple", "MaxTripCount", "BodySize"} & disabled.keys()
    unknown = dict(decided(LoopFacts(8, max_trip_count=9, function_size=500)).arguments)
    assert ("TripCount" in unknown, unknown["MaxTripCount"], unknown["BodySize"]) == (False, "9", "8")


def test_remainders_go_behind_unless_that_is_off_and_nothing_is_called() -> None:
    sides = [
        decided(LoopFacts(8, function_size=500, calls=calls), wants_epilog=wants).is_remainder_behind
        for calls in (0, 1)
        for wants in (True, False)
    ]
    assert sides == [True, False, True, True]


def test_copies_that_cost_warps_are_halved_or_left_out() -> None:
    loop = LoopFacts(8, function_size=500)
    assert decided(loop, FakeOracle(most_copies=4), default_count=8).count == 4
    assert decided(loop, FakeOracle(most_copies=1)).kind == "none"
    assert decided(loop, FakeOracle(most_copies=1), mind_occupancy=False).count == 4
    bounded = LoopFacts(8, max_trip_count=4, function_size=500)
    assert decided(bounded, FakeOracle(most_copies=1)).kind == "none"
    with_array = LoopFacts(8, max_trip_count=4, function_size=500, local_array_size=4)
    assert decided(with_array, FakeOracle(most_copies=1)).kind == "upper-bound"


def test_warps_beyond_half_of_the_limit_are_not_missed() -> None:
    assert Occupancy(32, 60, 64, 32, enough_warps=32).is_kept
    assert not Occupancy(60, 70, 32, 28, enough_warps=32).is_kept
    assert Occupancy(170, 180, 8, 8, enough_warps=32).is_kept


def test_a_remainder_for_convergent_operations_is_marked() -> None:
    uniform = LoopFacts(8, function_size=500, is_convergent=True, may_have_remainder=False, is_uniform=True)
    assert decided(uniform).is_convergent
    assert "stay together" in decided(uniform).reason
    assert not decided(LoopFacts(8, function_size=500)).is_convergent


def test_decisions_say_when_they_hang_on_the_functions_size() -> None:
    def hangs(**facts: object) -> bool:
        return decided(LoopFacts(90, is_countable=False, **facts)).by_function_size  # type: ignore[arg-type]

    assert [hangs(function_size=size) for size in (39, 40, 79, 80)] == [False, True, True, False]
    assert hangs(function_size=5990, trip_count=4)  # beyond what functions may grow to
    assert not hangs(function_size=500, trip_count=5)


facts_strategy = st.builds(
    LoopFacts,
    body_size=st.integers(1, 400),
    trip_count=st.integers(0, 300),
    trip_multiple=st.just(1),
    max_trip_count=st.integers(0, 300),
    launch_trips=st.integers(-1, 40),
    nest_size=st.integers(0, 500),
    is_innermost=st.booleans(),
    may_have_remainder=st.booleans(),
    is_uniform=st.booleans(),
    is_countable=st.booleans(),
    blocks=st.integers(1, 5),
    local_array_size=st.integers(0, 8),
    function_size=st.integers(1, 7000),
    pragma=st.sampled_from(
        [Pragma(), Pragma(count=4), Pragma(is_full=True), Pragma(count=1), Pragma(is_disabled=True)]
    ),
)
params_strategy = st.builds(
    UnrollParams,
    threshold=st.integers(0, 1000),
    partial_threshold=st.integers(0, 400),
    allow_partial=st.booleans(),
    allow_runtime=st.booleans(),
    allow_upper_bound=st.booleans(),
    allow_remainder=st.booleans(),
    default_count=st.sampled_from([1, 2, 4, 8]),
    only_full=st.booleans(),
)


@given(facts_strategy, params_strategy)
def test_every_decision_keeps_the_rules(loop: LoopFacts, params: UnrollParams) -> None:
    loop = LoopFacts(**{**vars(loop), "trip_multiple": loop.trip_count or 1})
    found = decide(loop, params, FakeOracle())
    budget = local_multiplier(loop)
    if found.kind == "none":
        assert found.count == 1
        return
    assert found.kind == "peel" or found.size == params.fixed_cost + found.count * max(
        loop.body_size - params.fixed_cost, 0
    )
    assert not loop.pragma.is_disabled
    assert loop.pragma.count != 1
    divides = loop.trip_multiple % found.count == 0
    assert divides or found.kind == "upper-bound" or params.allow_remainder
    assert divides or found.kind == "upper-bound" or loop.may_have_remainder or loop.is_uniform
    if found.kind == "full":
        assert found.count == loop.trip_count
        assert found.size <= budget * (params.pragma_threshold if loop.pragma.is_full else params.threshold)
    if found.kind == "partial":
        assert is_power_of_two(found.count)
        small = loop.function_size < params.small_function
        own = 0 if not params.by_estimate else NEAR_BODIES if loop.is_innermost else LLVM_SIZE
        assert found.size <= max(own, budget * (params.threshold if small else params.partial_threshold)) or small
        assert (
            found.size <= budget * params.partial_threshold
            or small
            or not loop.is_innermost
            or loop.body_size <= SHORT_BODY
            or (params.by_estimate and found.size <= budget * params.threshold)
        )
        assert loop.is_innermost or params.by_estimate
    if found.kind == "runtime":
        assert loop.is_innermost or params.by_estimate  # copies of an outer loop have to pay, not only to fit
        assert loop.is_countable
        assert found.size <= max(params.partial_threshold, params.threshold)
        if not loop.pragma.is_explicit:
            assert loop.launch_trips < 0 or loop.launch_trips >= 2 * found.count
    if not loop.pragma.is_explicit and found.kind != "peel":
        assert loop.function_size + found.size - loop.body_size <= params.max_function_size
    if params.only_full:
        assert found.kind in ("full", "upper-bound", "peel", "pragma")


@pytest.mark.parametrize(
    ("facts", "is_straight"),
    [
        ({"depth": 2}, True),
        ({"depth": 1}, False),  # its remainder runs once
        ({"depth": 2, "body_size": 60, "far_loads": 1}, True),
        ({"depth": 2, "body_size": 61, "far_loads": 1}, False),  # three copies of it are too much
        ({"depth": 2, "trip_multiple": 4}, False),  # there is none
        ({"depth": 2, "pragma": Pragma(count=4)}, False),  # somebody chose the factor
    ],
)
def test_remainders_inside_other_loops_are_straight(facts: dict[str, object], is_straight: bool) -> None:
    loop = LoopFacts(**{"body_size": 9, **facts})  # type: ignore[arg-type]
    decision = decided(loop)
    assert decision.count == 4
    assert decision.is_remainder_straight == is_straight
    assert ("straight remainder" in decision.reason) == is_straight
    assert not decided(loop, straight_remainder=0).is_remainder_straight


@pytest.mark.parametrize(("size", "apart", "near"), [(7, 32, 16), (10, 16, 8), (12, 16, 8), (13, 8, 8)])
def test_short_loops_that_read_apart_have_more_loads_in_flight(size: int, apart: int, near: int) -> None:
    loop = LoopFacts(size, trip_count=1024, far_loads=1, function_size=500)
    assert decided(loop, FakeOracle(does_read_apart=True)).count == apart
    assert decided(loop, FakeOracle(does_read_apart=False)).count == near
    assert decided(loop, FakeOracle(most_copies=8, does_read_apart=True)).count == 8  # more cost warps


def test_more_copies_than_usual_have_a_loop_for_their_remainder() -> None:
    decision = decided(LoopFacts(body_size=5, depth=2))
    assert (decision.count, decision.is_remainder_straight) == (8, False)


@pytest.mark.parametrize(
    ("size", "fetches", "facts", "copies"),
    [
        (28, 2, {}, 8),
        (28, 3, {}, 4),  # twelve loads are under way in four copies
        (20, 2, {}, 4),  # four copies of 18 and the counter: ptxas copies those
        (28, 0, {}, 4),  # it stores
        (28, 2, {"local_array_size": 16}, 4),
        (28, 2, {"depth": 2}, 4),
        (28, 2, {"blocks": 3}, 4),
        (28, 2, {"is_convergent": True, "is_uniform": True}, 4),
        (28, 2, {"far_loads": 0}, 2),
    ],
)
def test_more_copies_where_few_loads_are_under_way(size: int, fetches: int, facts: dict[str, Any], copies: int) -> None:
    loop = LoopFacts(**{"body_size": size, "far_loads": 2, "function_size": 200, **facts})
    assert decided(loop, FakeOracle(fetches=fetches)).count == copies
    assert decided(loop, FakeOracle(fetches=fetches), fill_flight=False).count == min(copies, 4)


def test_loops_that_update_rows_are_closed() -> None:
    loop, rows = LoopFacts(body_size=12, far_loads=2, function_size=200), FakeOracle(does_update_rows=True)
    assert decided(loop, rows).is_closed
    assert "rows of its own" in decided(loop, rows).reason
    assert not decided(loop).is_closed
    assert not decided(loop, rows, close_rows=False).is_closed
    assert not decided(replace(loop, far_loads=0), rows).is_closed
    assert not decided(replace(loop, pragma=Pragma(count=4)), rows).is_closed
