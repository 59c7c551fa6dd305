"""The native snapshot against LLVM's own lists and against the plain-ctypes snapshot."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.llvm import snapshot as snapshots
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context, Function
from opencicc.llvm.plain_services import PlainServices
from opencicc.llvm.snapshot import Snapshot

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "ir").glob("*.ll"))

LOOP = b"""
@table = addrspace(1) global [4 x i32] zeroinitializer
declare i32 @callee(i32, i32, metadata)
define i32 @f(i32 %n, i32 %unused) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %twice = add i32 %i, %i
  %said = call i32 @callee(i32 7, i32 %twice, metadata !0)
  %next = add i32 %i, 7
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %v = load i32, ptr addrspace(1) @table
  ret i32 %v
}
!0 = !{}
"""


def arrays_of(flat: Snapshot) -> dict[str, object]:
    """Everything that can be asked for; `_rows` is what the lists are made from."""
    names = [name for name in flat.__slots__ if name != "_rows"]
    return {name: list(value) if isinstance(value := getattr(flat, name), list) else value for name in names}


def loop_function(context: Context) -> Function:
    function = context.parse(LOOP).function("f")
    assert function is not None
    return function


def test_ids_are_arguments_blocks_instructions_then_others_by_first_use(native: NativeHelper, context: Context) -> None:
    flat = snapshots.take(loop_function(context), HelperServices(native))
    names = [flat.value(number).name for number in range(len(flat.values))]
    assert names[:5] == ["n", "unused", "entry", "loop", "done"]
    assert names[5:14] == ["", "i", "twice", "said", "next", "more", "", "v", ""]
    assert next(flat.value(number).text for number in range(14, len(flat.values))) == "i32 0"
    assert names[-2:] == ["callee", "table"]  # before it: the constants 0 and 7, and the metadata
    assert len(names) == 19


def test_operands_are_in_llvm_order_with_the_callee_last(native: NativeHelper, context: Context) -> None:
    flat = snapshots.take(loop_function(context), HelperServices(native))
    call = 3
    assert [flat.value(operand).name for operand in flat.operands_of(call)][1:] == ["twice", "", "callee"]


def test_a_phi_has_the_block_of_each_operand(native: NativeHelper, context: Context) -> None:
    flat = snapshots.take(loop_function(context), HelperServices(native))
    start, end = flat.operand_offsets[1], flat.operand_offsets[2]
    assert [flat.value(block).name for block in flat.incoming[start:end]] == ["entry", "loop"]
    assert set(flat.incoming[:start]) | set(flat.incoming[end:]) == {-1}


def test_a_value_used_twice_by_one_instruction_lists_it_twice(native: NativeHelper, context: Context) -> None:
    flat = snapshots.take(loop_function(context), HelperServices(native))
    users = [flat.value(user).name for user in flat.users_of(6)]
    assert users == ["twice", "twice", "next"]
    assert [flat.value(user).name for user in flat.users_of(1)] == []


def test_a_declaration_has_arguments_and_nothing_else(native: NativeHelper, context: Context) -> None:
    function = context.parse(b"declare i32 @f(i32, i64)").function("f")
    assert function is not None
    counts, block = native.snapshot(function.ref)
    assert (counts.arguments, counts.blocks, counts.instructions, counts.values, counts.operands) == (2, 0, 0, 2, 0)
    assert len(block) == counts.bytes


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_same_arrays_as_the_plain_snapshot(path: Path, native: NativeHelper, context: Context) -> None:
    functions = context.parse(path.read_bytes(), path.name).definitions
    assert functions
    for function in functions:
        assert arrays_of(snapshots.take(function, HelperServices(native))) == arrays_of(
            snapshots.take(function, PlainServices())
        )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_users_are_those_of_llvm(path: Path, native: NativeHelper, context: Context) -> None:
    for function in context.parse(path.read_bytes(), path.name).definitions:
        flat = snapshots.take(function, HelperServices(native))
        local = range(flat.first_instruction, flat.first_instruction + flat.instructions)
        for number in [*range(flat.arguments), *local]:
            expected = sorted(user.ref for user in flat.value(number).users)
            assert sorted(flat.values[user] for user in flat.users_of(number)) == expected
