"""Model A: ten worked examples of the charge, conversions in groups of four, bail-outs in order, switches."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.passes.inline.decision import INTERPOSABLE, Argument, FunctionFacts, Site
from opencicc.passes.inline.eligibility import refusal
from opencicc.passes.inline.model_a import (
    Units,
    charge,
    count_conversions,
    marshalling_units,
    size_units,
    switch_refusal,
    switch_units,
)
from opencicc.passes.inline.types import VOID, TypeDesc, integer
from opencicc.record import replace

I8, I32, FLOAT, DOUBLE, POINTER = (
    integer(8),
    integer(32),
    TypeDesc("float"),
    TypeDesc("double"),
    TypeDesc("pointer", 64),
)
VEC3 = TypeDesc("struct", fields=(FLOAT, FLOAT, FLOAT))
MATRIX = TypeDesc("struct", fields=(TypeDesc("array", count=16, fields=(FLOAT,)),))
UNITS = Units()


def site(*types: TypeDesc, result: TypeDesc = VOID, **facts: object) -> Site:
    arguments = tuple(Argument(type_, type_) for type_ in types)
    return Site("caller", FunctionFacts("callee", **facts), 0, arguments, result)  # type: ignore[arg-type]


def charged(where: Site, code: int, calls: int = 0, units: Units = UNITS) -> int:
    return charge(where, units, size_units(code, calls, units))


@pytest.mark.parametrize(
    ("where", "code", "calls", "expected"),
    [
        # 5 * 1 - (25 + 5 * 2 * (1 + 1)): a leaf of one instruction is inlined for nothing
        (site(I32, result=I32), 1, 0, 0),
        # 5 * 20 - (25 + 10 * (1 + 1)) = 55
        (site(I32, result=I32), 20, 0, 55),
        # no arguments, no result: only the call itself is saved, 5 * 10 - 25
        (site(), 10, 0, 25),
        # a call inside counts 25: 5 * 10 + 25 - 25
        (site(), 10, 1, 50),
        # 200 instructions behind two scalars: 1000 - (25 + 10 * 2) = 955
        (site(I32, FLOAT), 200, 0, 955),
        # ten instructions behind eight matrices of 64 bytes: 50 - (25 + 10 * 8 * 4) < 0
        (site(*[MATRIX] * 8), 10, 0, 0),
        # a struct of twelve bytes is one group: 5 * 30 - (25 + 10 * (1 + 1 + 1))
        (site(VEC3, VEC3, result=VEC3), 30, 0, 95),
        # 64 bytes are four groups: 5 * 30 - (25 + 10 * 4)
        (site(MATRIX), 30, 0, 85),
        # i8 is widened to 32 bits, a conversion on either side: 5 * 20 - (25 + 10 * (1 + 1))
        (site(I8), 20, 0, 55),
        # warp operations make it cheaper by 2000: 5 * 420 - 25 - 2000
        (site(has_gpu_operations=True), 420, 0, 75),
    ],
)
def test_worked_examples(where: Site, code: int, calls: int, expected: int) -> None:
    assert charged(where, code, calls) == expected


@given(st.integers(0, 3000), st.integers(0, 30), st.lists(st.sampled_from([I8, I32, DOUBLE, VEC3, MATRIX]), max_size=9))
def test_a_charge_is_never_negative_and_grows_with_the_callee(code: int, calls: int, types: list[TypeDesc]) -> None:
    where = site(*types)
    assert 0 <= charged(where, code, calls) <= charged(where, code + 1, calls) <= charged(where, code + 1, calls + 1)


@given(st.lists(st.sampled_from([I8, I32, DOUBLE, VEC3, MATRIX]), max_size=9))
def test_more_arguments_save_more(types: list[TypeDesc]) -> None:
    assert marshalling_units(site(*types, I32), UNITS) > marshalling_units(site(*types), UNITS)


def test_the_bonus_counts_wherever_the_operations_came_from() -> None:
    size = size_units(500, 0, UNITS)
    assert charge(site(), UNITS, size) - charge(site(), UNITS, size, has_gpu_operations=True) == 2000
    assert charge(site(has_gpu_operations=True), Units(gpu_bonus=0), size) == charge(site(), UNITS, size)


def argument(actual: TypeDesc, formal: TypeDesc) -> Argument:
    return Argument(actual, formal)


def test_whole_groups_of_four_are_compared_by_size_the_rest_by_type() -> None:
    differs = argument(FLOAT, VEC3)  # narrower, and of another type
    same = argument(I32, I32)
    assert count_conversions((differs, same, same, same)) == 0  # a group: it fits, so nothing to do
    assert count_conversions((same, same, same, same, differs)) == 3  # left over: three fields to convert
    assert count_conversions((argument(DOUBLE, I32), same, same, same)) == 1
    assert count_conversions((argument(FLOAT, I32),)) == 0  # another type of the same size needs no conversion


def test_a_struct_that_is_widened_is_converted_field_by_field() -> None:
    assert count_conversions((argument(MATRIX, VEC3),)) == 16


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"is_intrinsic": True, "obstacle": "x"}, "intrinsic"),
        ({"obstacle": "it has indirectbr", "linkage": "weak"}, "indirectbr"),
        ({"linkage": "weak", "is_declaration": True}, "weak linkage"),
        ({"is_declaration": True, "visibility": "protected"}, "no body"),
        ({"visibility": "protected", "is_noinline": True}, "protected"),
        ({"is_noinline": True, "is_optnone": True}, "noinline"),
        ({"is_optnone": True}, "optnone"),
    ],
)
def test_the_first_bail_out_in_order_gives_the_reason(facts: dict[str, Any], reason: str) -> None:
    assert reason in refusal(site(**facts))


@pytest.mark.parametrize("linkage", INTERPOSABLE)
def test_a_body_that_may_be_replaced_is_not_copied(linkage: str) -> None:
    assert linkage in refusal(site(linkage=linkage))


@pytest.mark.parametrize(
    "linkage", ["external", "internal", "private", "linkonce_odr", "weak_odr", "available_externally"]
)
def test_a_body_that_stays_may_be_copied(linkage: str) -> None:
    assert not refusal(site(linkage=linkage))
    assert not refusal(site(linkage=linkage, visibility="hidden"))


@pytest.mark.parametrize(
    ("loads", "stores", "is_refused"), [(10, 10, False), (101, 1, True), (10, 11, True), (500, 0, False)]
)
def test_loads_times_stores_of_copied_arguments(loads: int, stores: int, is_refused: bool) -> None:
    callee = FunctionFacts("callee", accesses=((loads, stores),))
    copied = Site("caller", callee, 0, (Argument(MATRIX, MATRIX, is_copied=True),))
    assert bool(refusal(copied)) == is_refused
    assert not refusal(copied, is_limited=False)
    in_place = Site("caller", callee, 0, (Argument(POINTER, POINTER),))
    assert not refusal(in_place)


def test_attributes_that_contradict_keep_a_call() -> None:
    assert "denormal-fp-math-f32" in refusal(replace(site(), mismatch="denormal-fp-math-f32"))
    assert refusal(replace(site(), is_forbidden=True)) == "noinline at the call"


def test_switch_knobs() -> None:
    where = site(switches=2, switch_cases=40, max_cases=30)
    assert switch_units(where, UNITS) == 0
    assert switch_units(where, Units(switch_penalty=100)) == 200
    assert switch_units(where, Units(switch_control=3)) == 120
    assert not switch_refusal(where, UNITS)
    assert not switch_refusal(where, Units(max_cases=30))
    assert "30 cases" in switch_refusal(where, Units(max_cases=29))
