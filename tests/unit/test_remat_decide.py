"""What remat decides from facts: filters, the cheapest first, targets, and which counters fit 32 bits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.passes.remat.aim import Wishes, choose_aim
from opencicc.passes.remat.cost import instruction_cost, load_cost, place_weight
from opencicc.passes.remat.decide import select, why_not
from opencicc.passes.remat.demote_decide import Counting, extension_for, values_of
from opencicc.passes.remat.facts import Candidate, Place
from opencicc.passes.remat.knobs import Knobs
from opencicc.passes.remat.ranges import Range
from opencicc.target import RegisterBounds, Target

SM90 = Target(90)


def candidate(
    value: int, cost: int = 1, factor: int = 1, *, relief: dict[int, int] | None = None, leaves: tuple[int, ...] = (),
    uses: int = 1, is_address: bool = False, units: int = 1,
) -> Candidate:  # fmt: skip
    places = (Place(0, 0, ((0, 0),), is_split=False),)
    found = {0: units} if relief is None else relief
    return Candidate(value, units, (value,), leaves, cost, factor, uses, is_address, places, found)


# --- cost ---


def test_double_width_and_divisions_cost_more() -> None:
    assert instruction_cost("add", 64) == 2 * instruction_cost("add", 32)
    assert instruction_cost("udiv", 32) > instruction_cost("mul", 32) > instruction_cost("add", 32)
    assert instruction_cost("bitcast", 64) == 0
    assert instruction_cost("call", 32, reads_register=True) < instruction_cost("call", 32)


def test_long_latency_is_weighed_by_its_factor() -> None:
    assert load_cost(is_fixed=False, lli_factor=10) == 10 * load_cost(is_fixed=False, lli_factor=1)
    assert load_cost(is_fixed=True, lli_factor=10) < load_cost(is_fixed=False, lli_factor=1)


@given(st.lists(st.integers(1, 10_000), max_size=6))
def test_a_deeper_place_never_weighs_less(trips: list[int]) -> None:
    assert place_weight(trips) >= place_weight(trips[:-1]) >= 1


def test_pull_in_cost_is_base_times_use_factor() -> None:
    assert candidate(1, 7, 20).cost == 140


# --- the three filters ---


@pytest.mark.parametrize(
    ("one", "knobs", "word"),
    [
        (candidate(1, uses=11, factor=20), Knobs(), "remat-use-limit"),
        (candidate(1, uses=11, factor=19), Knobs(), ""),
        (candidate(1, uses=10, factor=20), Knobs(), ""),
        (candidate(1, 6001, is_address=True), Knobs(ignores_single_cost=True), "remat-gep-cost"),
        (candidate(1, 6000, is_address=True), Knobs(), ""),
        (candidate(1, 6001), Knobs(), "remat-single-cost-limit"),
        (candidate(1, 6001), Knobs(ignores_single_cost=True), ""),
        (candidate(1, 6000), Knobs(), ""),
    ],
)
def test_filters(one: Candidate, knobs: Knobs, word: str) -> None:
    assert (word in why_not(one, knobs)) and bool(why_not(one, knobs)) == bool(word)


# --- selection ---


def test_the_cheapest_come_first_and_only_as_many_as_needed() -> None:
    rows = [candidate(1, 9), candidate(2, 3), candidate(3, 5)]
    decision = select(rows, {0: 2}, Knobs())
    assert [one.value for one in decision.chosen] == [2, 3]
    assert (decision.total_cost, decision.reason) == (8, "the target is met")


def test_what_a_chosen_one_reads_stays() -> None:
    decision = select([candidate(1, 1, leaves=(2,)), candidate(2, 5)], {0: 2}, Knobs())
    assert [one.value for one in decision.chosen] == [1]
    assert decision.reason == "1 registers too many stay"


def test_nothing_to_choose_says_why() -> None:
    assert select([], {}, Knobs()).reason == "nothing is crowded"
    assert select([], {0: 1}, Knobs()).reason == "nothing can be repeated"
    assert "cheap enough" in select([candidate(1, 9999)], {0: 1}, Knobs()).reason


candidates_of_any_kind = st.lists(
    st.builds(
        candidate, st.integers(0, 30), st.integers(0, 8000), st.integers(1, 50), uses=st.integers(1, 20),
        is_address=st.booleans(), units=st.integers(1, 2), leaves=st.lists(st.integers(0, 30), max_size=2).map(tuple),
        relief=st.dictionaries(st.integers(0, 3), st.integers(-2, 2), max_size=4),
    ),
    max_size=12,
    unique_by=lambda one: one.value,
)  # fmt: skip


@given(candidates_of_any_kind, st.dictionaries(st.integers(0, 3), st.integers(1, 6), min_size=4, max_size=4))
def test_a_selection_keeps_the_rules(rows: list[Candidate], excess: dict[int, int]) -> None:
    knobs = Knobs()
    decision = select(rows, excess, knobs)
    chosen = {one.value for one in decision.chosen}
    assert decision.total_cost == sum(one.cost for one in decision.chosen)
    for one in decision.chosen:
        assert not why_not(one, knobs)
        assert any(gain > 0 for gain in one.relief.values())
        assert not chosen & set(one.leaves) - {one.value}
    # Whoever was left out although allowed had nothing left to relieve, or reads or is read by a chosen one.
    left = {block: need - sum(one.relief.get(block, 0) for one in decision.chosen) for block, need in excess.items()}
    for one in rows:
        helps = any(gain > 0 and left[block] > 0 for block, gain in one.relief.items())
        is_tied = bool(chosen & set(one.leaves)) or any(one.value in other.leaves for other in decision.chosen)
        if one.value not in chosen and not why_not(one, knobs) and helps and not is_tied:
            # relief may be negative elsewhere, so that a later choice can make room needed again
            assert any(gain < 0 for other in decision.chosen for gain in other.relief.values())


# --- targets ---


@pytest.mark.parametrize(
    ("bounds", "alive", "wishes", "registers", "splits"),
    [
        (RegisterBounds(), 40, Wishes(), 0, True),
        (RegisterBounds(), 80, Wishes(), 0, True),
        (RegisterBounds(), 80, Wishes(default=70), 70, False),
        (RegisterBounds(), 90, Wishes(default=70), 0, True),  # more than 120 % of 70
        (RegisterBounds(max_registers=32), 32, Wishes(), 0, True),
        (RegisterBounds(max_registers=32), 40, Wishes(), 32, True),
        (RegisterBounds(max_registers=32), 90, Wishes(), 32, False),
        (RegisterBounds(max_registers=32), 120, Wishes(), 0, True),
        (RegisterBounds(threads=256, min_blocks=2), 140, Wishes(), 128, True),
        (RegisterBounds(threads=256), 140, Wishes(), 128, False),
        (RegisterBounds(threads=256), 60, Wishes(), 0, True),  # steps below nv-remat-least-cliff
        (RegisterBounds(threads=256), 200, Wishes(), 0, True),
        (RegisterBounds(threads=256), 200, Wishes(for_occupancy=200), 128, False),
        (RegisterBounds(), 50, Wishes(for_occupancy=0), 40, True),
        (RegisterBounds(), 50, Wishes(ceiling=30), 30, True),
        (RegisterBounds(), 30, Wishes(ceiling=30), 0, True),
        (None, 300, Wishes(), 0, True),
        (None, 300, Wishes(ceiling=20), 20, True),
    ],
)
def test_targets(bounds: RegisterBounds | None, alive: int, wishes: Wishes, registers: int, splits: bool) -> None:
    aim = choose_aim(SM90, bounds, alive, wishes)
    assert aim.registers == registers
    assert aim.text
    if registers:
        assert aim.splits == splits


# --- counters ---

PREDICATES = {
    "slt": lambda a, b: a < b, "sle": lambda a, b: a <= b, "sgt": lambda a, b: a > b, "sge": lambda a, b: a >= b,
    "ult": lambda a, b: a % 2**64 < b % 2**64, "ule": lambda a, b: a % 2**64 <= b % 2**64,
    "ugt": lambda a, b: a % 2**64 > b % 2**64, "uge": lambda a, b: a % 2**64 >= b % 2**64, "ne": lambda a, b: a != b,
}  # fmt: skip


@given(
    st.integers(-20, 20), st.integers(0, 5), st.integers(-4, 4), st.sampled_from(sorted(PREDICATES)),
    st.integers(-20, 20), st.integers(0, 5), st.booleans(),
)  # fmt: skip
def test_every_value_of_a_counter_is_in_its_range(
    start: int, start_width: int, step: int, predicate: str, bound: int, bound_width: int, tests_next: bool
) -> None:
    counting = Counting(
        Range(start, start + start_width), step, predicate, Range(bound, bound + bound_width), tests_next
    )
    values = values_of(counting)
    if values is None:
        return
    for first in range(start, start + start_width + 1):
        for last in range(bound, bound + bound_width + 1):
            current = first
            for _ in range(200):
                after = current + step
                assert values.low <= current <= values.high
                assert values.low <= after <= values.high
                if not PREDICATES[predicate](after if tests_next else current, last):
                    break
                current = after
            else:
                pytest.fail("a loop that ends by itself was expected")


def test_counters_that_are_proved_are_not_rare() -> None:
    up = Counting(Range(0, 0), 1, "slt", Range(0, 1000), tests_next=True)
    assert values_of(up) == Range(0, 1000)
    assert values_of(Counting(Range(10, 10), -1, "sgt", Range(0, 0), tests_next=True)) == Range(0, 10)
    assert values_of(Counting(Range(0, 0), 1, "ne", Range(1, 9), tests_next=True)) == Range(0, 9)
    assert values_of(Counting(Range(0, 0), 1, "ne", Range(0, 9), tests_next=True)) is None
    assert values_of(Counting(Range(0, 0), 2, "ne", Range(1, 9), tests_next=True)) is None


@pytest.mark.parametrize(
    ("values", "extension"),
    [
        (Range(-(2**31), 2**31 - 1), "sext"),
        (Range(0, 2**31), "zext"),
        (Range(0, 2**32 - 1), "zext"),
        (Range(0, 2**32), ""),
        (Range(-1, 2**31), ""),
        (None, ""),
    ],
)
def test_the_extension_that_gives_the_value_back(values: Range | None, extension: str) -> None:
    assert extension_for(values) == extension
