"""The type-size engine: every kind of type, layouts, parameter space, the field walk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.passes.inline.types import (
    DEPTH_LIMIT,
    VOID,
    TypeDesc,
    alignment,
    byte_size,
    count_fields,
    integer,
    param_bytes,
    storage_bytes,
)

FLOAT, DOUBLE, POINTER = TypeDesc("float"), TypeDesc("double"), TypeDesc("pointer", 64)


def array(element: TypeDesc, count: int) -> TypeDesc:
    return TypeDesc("array", count=count, fields=(element,))


def vector(element: TypeDesc, count: int) -> TypeDesc:
    return TypeDesc("vector", count=count, fields=(element,))


def struct(*members: TypeDesc, packed: bool = False) -> TypeDesc:
    return TypeDesc("struct", fields=members, is_packed=packed)


@pytest.mark.parametrize(
    ("type_", "size"),
    [
        (TypeDesc("half"), 2),
        (TypeDesc("bfloat"), 2),
        (FLOAT, 4),
        (DOUBLE, 8),
        (TypeDesc("x86_fp80"), 10),
        (TypeDesc("fp128"), 16),
        (TypeDesc("ppc_fp128"), 16),
        (TypeDesc("x86_mmx"), 8),
        (POINTER, 8),
        (TypeDesc("pointer", 32), 4),
        (integer(1), 1),
        (integer(17), 3),
        (integer(128), 16),
        (array(FLOAT, 5), 20),
        (array(array(integer(16), 3), 2), 12),
        (array(integer(1), 4), 1),  # one formula for all: four bits are one byte
        (vector(integer(1), 9), 2),
        (vector(FLOAT, 4), 16),
        (struct(integer(8), integer(32)), 8),
        (struct(integer(8), integer(32), packed=True), 5),
        (struct(integer(8), DOUBLE, integer(8)), 24),
        (struct(struct(integer(8)), array(integer(16), 2)), 6),
        (TypeDesc("function", fields=(FLOAT,)), 4),
        (TypeDesc("target_extension", bits=64, count=2), 16),
        (VOID, 0),
        (TypeDesc("token"), 0),
        (struct(), 0),
    ],
)
def test_byte_size(type_: TypeDesc, size: int) -> None:
    assert byte_size(type_) == size


@given(st.integers(1, 512), st.integers(1, 64))
def test_the_formula_holds_for_every_integer_array(bits: int, count: int) -> None:
    assert byte_size(array(integer(bits), count)) == (count * bits + 7) >> 3


def test_narrow_integers_take_four_bytes_of_parameter_space() -> None:
    assert [param_bytes(integer(bits)) for bits in (1, 8, 16, 31, 32, 33, 64)] == [4, 4, 4, 4, 4, 5, 8]
    assert param_bytes(TypeDesc("half")) == 2
    assert param_bytes(struct(integer(8))) == 1


def test_storage_gives_every_array_element_an_address() -> None:
    assert storage_bytes(array(integer(1), 4)) == 4
    assert storage_bytes(array(struct(integer(32), integer(8)), 3)) == 24


@given(st.recursive(st.sampled_from([FLOAT, DOUBLE, integer(8), integer(16)]), lambda t: st.builds(struct, t, t, t)))
def test_a_struct_is_a_multiple_of_its_alignment_and_holds_its_fields(type_: TypeDesc) -> None:
    assert byte_size(type_) % alignment(type_) == 0
    assert byte_size(type_) >= count_fields(type_)


def test_fields_are_counted_through_structs_and_arrays() -> None:
    inner = struct(FLOAT, array(integer(32), 3))
    assert count_fields(inner) == 4
    assert count_fields(array(inner, 5)) == 20
    assert count_fields(POINTER) == 1
    assert count_fields(struct()) == 0


def test_the_field_walk_stops_at_its_depth_limit() -> None:
    def nest(depth: int) -> TypeDesc:
        type_ = FLOAT
        for _ in range(depth):
            type_ = struct(type_, type_)
        return type_

    assert count_fields(nest(10)) == 2**10
    chain = FLOAT
    for _ in range(DEPTH_LIMIT + 5):
        chain = struct(chain)
    assert count_fields(chain) == 1  # below the limit an aggregate counts as one
    wide = struct(FLOAT, FLOAT, FLOAT)
    for _ in range(DEPTH_LIMIT):
        wide = struct(wide)
    assert count_fields(wide) == 1
