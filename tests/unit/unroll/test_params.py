"""The threshold initialiser: level, size attributes, knobs, a step's parameters, overrides; the last one wins."""

from __future__ import annotations

from typing import Any

import pytest

from opencicc.errors import UsageError
from opencicc.options.option import Option
from opencicc.options.values import OptionValues
from opencicc.passes.unroll import knobs
from opencicc.passes.unroll.params import (
    OVERRIDABLE,
    UnrollParams,
    for_late_place,
    initial_params,
    level_of,
    name_hash,
    with_overrides,
    with_words,
)


def ask(**settings: object) -> Any:
    """Option values by knob name, underscores for dashes."""
    by_name = {option.name: option for option in knobs.ALL}
    changes = [(by_name[name.replace("_", "-")], value, "test") for name, value in settings.items()]
    values = OptionValues().with_values(changes)

    def answer(option: Option[Any]) -> Any:
        return values[option]

    return answer


@pytest.mark.parametrize(
    ("level", "is_small", "threshold", "partial"),
    [(3, False, 405, 101), (2, False, 405, 101), (1, False, 150, 37), (3, True, 150, 37)],
)
def test_thresholds_follow_level_and_size(level: int, is_small: bool, threshold: int, partial: int) -> None:
    params = initial_params(ask(), level, is_small)
    assert (params.threshold, params.partial_threshold) == (threshold, partial)


def test_small_code_is_not_unrolled_on_suspicion() -> None:
    params = initial_params(ask(), 3, True)
    allowed = (params.allow_partial, params.allow_runtime, params.allow_upper_bound, params.allow_profile)
    assert allowed == (False, False, False, False)


def test_defaults_of_the_record_are_the_initialisers_own() -> None:
    assert initial_params(ask(), 3, False) == UnrollParams()


def test_knobs_win_over_the_level() -> None:
    params = initial_params(ask(unroll_threshold=1000, unroll_allow_partial=0, unroll_runtime=False), 3, False)
    assert (params.threshold, params.partial_threshold) == (1000, 250)
    assert (params.allow_partial, params.allow_runtime) == (False, False)
    assert initial_params(ask(unroll_partial_threshold=7), 3, False).partial_threshold == 7
    assert initial_params(ask(unroll_allow_partial=1), 3, True).allow_partial


# The seven arguments of the published factory for each configuration, as a step's parameters.
CONFIGURATIONS = {
    "A": ("O2",),
    "B": ("O3", "no-partial", "no-runtime", "no-upperbound", "no-profile-peeling"),
    "C": ("O3",),
    "D": ("O3", "no-partial", "no-runtime"),
    "E": ("O3", "no-partial", "no-runtime", "no-profile-peeling"),
    "F": ("O3", "threshold=300", "count=4", "partial", "runtime", "upperbound", "profile-peeling"),
}


@pytest.mark.parametrize(
    ("name", "switches"),
    [
        ("A", (True, True, True, True)),
        ("B", (False, False, False, False)),
        ("C", (True, True, True, True)),
        ("D", (False, False, True, True)),
        ("E", (False, False, True, False)),
        ("F", (True, True, True, True)),
    ],
)
def test_configurations_switch_what_their_arguments_say(name: str, switches: tuple[bool, ...]) -> None:
    params = with_words(UnrollParams(), CONFIGURATIONS[name])
    assert (params.allow_partial, params.allow_runtime, params.allow_upper_bound, params.allow_profile) == switches


def test_user_configuration_sets_threshold_and_count() -> None:
    params = with_words(UnrollParams(), CONFIGURATIONS["F"])
    assert (params.threshold, params.partial_threshold, params.count) == (300, 75, 4)
    assert with_words(UnrollParams(), ("no-peeling", "full-unroll-max=0")).peel_count == 0
    assert with_words(UnrollParams(), ("full-unroll-max=0",)).full_max_count == 0


def test_minus_one_is_the_default_everywhere() -> None:
    params = UnrollParams(threshold=150, partial_threshold=37, count=2, full_max_count=9)
    assert with_words(params, ("threshold=-1", "count=-1", "full-unroll-max=-1")) == params
    assert with_overrides(params, tuple(f"k:{field}=-1" for field in OVERRIDABLE), "k") == params


@pytest.mark.parametrize("word", ["threshold=-2", "count=x", "full-unroll-max="])
def test_other_numbers_below_zero_are_refused(word: str) -> None:
    with pytest.raises(UsageError, match=f"loop-unroll<{word}>"):
        with_words(UnrollParams(), (word,))


def test_the_late_place_leaves_copies_to_configuration_a_at_o1() -> None:
    at_o1, at_o2 = for_late_place(UnrollParams(), 1), for_late_place(UnrollParams(), 2)
    assert (at_o1.allow_partial, at_o1.allow_runtime, at_o1.allow_upper_bound) == (False, False, True)
    assert at_o2 == UnrollParams()


def test_a_step_names_its_level_or_takes_the_compiles() -> None:
    assert level_of(("O1", "no-partial"), 3) == 1
    assert level_of(("late",), 2) == 2


def test_ten_fields_can_be_set_for_one_function_by_name_or_hash() -> None:
    assert len(OVERRIDABLE) == 10
    params = UnrollParams()
    by_name = with_overrides(params, ("kernel:threshold=7", "kernel:runtime=0", "other:count=3"), "kernel")
    assert (by_name.threshold, by_name.allow_runtime, by_name.count) == (7, False, 0)
    by_hash = with_overrides(params, (f"0x{name_hash('kernel'):016x}:max-count=2",), "kernel")
    assert by_hash.max_count == 2
    assert with_overrides(params, ("kernel:threshold=7",), "another") == params


def test_names_hash_by_fnv1a() -> None:
    assert name_hash("") == 0xCBF29CE484222325
    assert name_hash("a") == 0xAF63DC4C8601EC8C


@pytest.mark.parametrize("entry", ["kernel", "kernel:count=-2", "kernel:what=3", "kernel:threshold=x", ":threshold=1"])
def test_malformed_overrides_are_refused(entry: str) -> None:
    with pytest.raises(UsageError, match="unroll-function-overrides"):
        with_overrides(UnrollParams(), (entry,), "kernel")


def test_parameters_that_allow_less_are_within_those_that_allow_more() -> None:
    more = UnrollParams()
    less = with_words(more, ["no-runtime", "no-partial"])
    assert more.is_within(more)
    assert less.is_within(more)
    assert not more.is_within(less)
    assert not with_words(more, ["no-runtime", "threshold=300"]).is_within(more)
    assert not with_words(less, ["upperbound"]).is_within(with_words(more, ["no-upperbound"]))


def test_parameters_allow_less_by_kinds_alone() -> None:
    more = UnrollParams()
    assert with_words(more, ["no-runtime", "threshold=9"]).allows_less_than(more)
    assert not with_words(more, ["threshold=9"]).allows_less_than(more)
    assert not more.allows_less_than(with_words(more, ["no-runtime"]))
    assert not with_words(more, ["no-runtime"]).allows_less_than(with_words(more, ["no-partial"]))
