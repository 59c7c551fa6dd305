"""Launches and arguments made up for a kernel: from bounds, shared arrays, dimensions asked for, array records."""

from __future__ import annotations

import numpy as np
import pytest

from opencicc.check.arguments import Sizing, describe_arguments, fill_arguments
from opencicc.check.array_records import ArrayRecord, find_records
from opencicc.check.parameters import KernelFacts, Leaf, Parameter
from opencicc.check.shapes import LaunchShape, candidate_shapes
from opencicc.machine import parse

PTX = """\
.version 9.0
.target sm_90
.address_size 64
DECLARATIONS
.visible .entry k()
BOUNDS
{
	.reg .b32 	%r<9>;
ASKED
	ret;
}
"""


def first(asked: str, bounds: str = "", shared: tuple[tuple[int, ...], ...] = (), declared: str = "") -> LaunchShape:
    lines = "".join(f"\tmov.u32 \t%r{n}, %{name};\n" for n, name in enumerate(asked.split()))
    text = PTX.replace("ASKED\n", lines).replace("BOUNDS", bounds).replace("DECLARATIONS", declared)
    module = parse(text)
    return candidate_shapes(module, module.functions[0], shared)[0]


@pytest.mark.parametrize(
    ("asked", "bounds", "shared", "said"),
    [
        ("tid.x", "", (), "grid 1, block 64"),
        ("tid.x ctaid.x", "", (), "grid 2, block 64"),
        ("tid.x ctaid.x", "", ((96,),), "grid 2, block 96"),
        ("tid.x ctaid.x", ".maxntid 192", ((96,),), "grid 2, block 192"),
        ("tid.x tid.y ctaid.x ctaid.y", "", (), "grid 2,2, block 16,16"),
        ("tid.x tid.y ctaid.x ctaid.y", "", ((8, 24),), "grid 2,2, block 24,8"),
        ("tid.x tid.y ctaid.x ctaid.y", "", ((144,),), "grid 2,2, block 12,12"),
        ("tid.x tid.y ctaid.x", ".maxntid 256", ((32, 33),), "grid 2, block 16,16"),
        ("tid.x tid.y ctaid.x", ".maxntid 128", ((4, 33),), "grid 2, block 32,4"),
        ("tid.x tid.y ctaid.x", ".reqntid 40, 5, 2", (), "grid 2, block 40,5,2"),
        ("tid.x tid.z ctaid.z", "", (), "grid 1,1,2, block 8,8,4"),
    ],
)
def test_the_likeliest_launch(asked: str, bounds: str, shared: tuple[tuple[int, ...], ...], said: str) -> None:
    assert first(asked, bounds, shared).text == said


def test_dynamic_shared_memory_is_given_where_it_is_used() -> None:
    assert first("tid.x").shared_bytes == 0
    assert first("tid.x", declared=".extern .shared .align 4 .b8 tile[];").shared_bytes == 48 << 10
    assert first("tid.x", declared=".shared .align 4 .b8 tile[64];").shared_bytes == 0


def test_what_is_given_stays() -> None:
    module = parse(PTX.replace("ASKED\n", "").replace("BOUNDS", "").replace("DECLARATIONS", ""))
    shapes = candidate_shapes(module, module.functions[0], (), 64, (3, 2, 1), (5, 4, 3))
    assert shapes == [LaunchShape((3, 2, 1), (5, 4, 3), 64)]


def parameters(*described: str) -> tuple[Parameter, ...]:
    """'x.0:ptr' and the like."""
    pairs = [text.split(":") for text in described]
    return tuple(Parameter(name, 8, (Leaf(0, kind, "float", 8),)) for name, kind in pairs)


RECORD = ("x.0:ptr", "x.1:ptr", "x.2:i64", "x.3:i64", "x.4:ptr", "x.5.0:i64", "x.5.1:i64", "x.6.0:i64", "x.6.1:i64")


def test_array_records_are_found_by_their_names() -> None:
    params = parameters("n:i64", *RECORD, "m:i64", "p:ptr")
    assert find_records(params) == {1: ArrayRecord(1, 2)}


def test_what_only_looks_like_a_record_is_none() -> None:
    assert find_records(parameters("a:ptr", "b:ptr", "m:i64", "n:i64", "c:ptr", "k:i64", "l:i64")) == {}
    assert find_records(parameters(*RECORD[:-1])) == {}


def test_without_names_one_dimension_is_assumed() -> None:
    params = parameters(*(f":{text.split(':')[1]}" for text in RECORD))
    assert find_records(params) == {0: ArrayRecord(0, 1)}


def test_a_record_describes_its_buffer() -> None:
    args = fill_arguments(KernelFacts(parameters(*RECORD)), Sizing(6, 10))
    meminfo, parent, items, item_bytes, data, rows, columns, row_stride, stride = args
    assert (meminfo, parent) == (None, None)
    assert (items, item_bytes, rows, columns, row_stride, stride) == (36, 8, 6, 6, 48, 8)
    assert data.dtype == np.float32 and data.nbytes >= 36 * 8


def test_structs_have_their_fields_at_their_offsets() -> None:
    leaves = (Leaf(0, "i8"), Leaf(8, "ptr", "double", 8), Leaf(16, "float"))
    (made,) = fill_arguments(KernelFacts((Parameter("s", 24, leaves, is_struct=True),)), Sizing(6, 10))
    assert [part.dtype.name for part in made] == ["int8", *["uint8"] * 7, "float64", "float32", *["uint8"] * 4]


@pytest.mark.parametrize(
    ("fill", "least", "most"),
    [("random", 0, 99), ("small", 0, 3), ("signed", -1, 2), ("rising", 0, 999), ("zeros", 0, 0)],
)
def test_what_integer_buffers_hold(fill: str, least: int, most: int) -> None:
    params = (Parameter("p", 8, (Leaf(0, "ptr", "i32", 4),)),)
    (data,) = fill_arguments(KernelFacts(params), Sizing(6, 1000, fill))
    assert (data.min(), data.max(), data.dtype) == (least, most, np.int32)


def test_arguments_are_described_as_they_are_given() -> None:
    args = [
        np.zeros(4, np.float32),
        np.int64(3),
        None,
        np.void((7).to_bytes(16, "little")),
        (np.float32(0.5), np.zeros(2, np.int8)),
    ]
    assert describe_arguments(args) == "f32[4] i64=3 ptr=null i128=7 {f32=0.5 i8[2]}"
