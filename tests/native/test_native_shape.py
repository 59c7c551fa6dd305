"""Counting a function by classes of opcodes: the native helper and plain calls give the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context, Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.plain_services import PlainServices
from opencicc.llvm.shape import ADDRESS, ALL_ALIKE, BRANCH, FREE, SHOWN, SWITCH, FunctionShape, opcode_table

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "ir").glob("*.ll"))
CLASSES = opcode_table(
    {"phi": FREE, "br": BRANCH, "getelementptr": ADDRESS, "switch": SWITCH, "call": SHOWN, "ret": SHOWN}
)
IR = b"""
declare i32 @callee(i32)
define i32 @f(i32 %n, ptr %p) {
entry:
  switch i32 %n, label %other [ i32 1, label %one
                                i32 2, label %one
                                i32 9, label %other ]
one:
  %fixed = getelementptr [4 x i32], ptr %p, i64 0, i64 2
  %moving = getelementptr i32, ptr %p, i32 %n
  %said = call i32 @callee(i32 7)
  br label %other
other:
  %v = phi i32 [ 0, %entry ], [ 0, %entry ], [ %said, %one ]
  %odd = trunc i32 %v to i1
  br i1 %odd, label %other.again, label %done
other.again:
  br label %done
done:
  ret i32 %v
}
"""


def facts(shape: FunctionShape) -> list[object]:
    return [getattr(shape, name) for name in FunctionShape.__slots__]


def test_what_is_counted(native: NativeHelper, context: Context) -> None:
    function = context.parse(IR).function("f")
    assert function is not None
    shape = HelperServices(native).function_shapes([function.ref], CLASSES)[0]
    assert (shape.blocks, shape.instructions) == (5, 10)
    assert shape.free == 4  # a phi, two branches without a condition, one address of constant subscripts
    assert (shape.switches, shape.cases, shape.most_cases) == (1, 3, 3)
    assert [OPCODES["call"], OPCODES["ret"]] == [opcode for _, _, opcode, _ in shape.rows]
    assert Instruction(shape.rows[0][0]).callee_name == "callee"
    assert shape.rows[0][1] == Instruction(shape.rows[0][0]).callee.ref


@pytest.mark.parametrize("classes", [CLASSES, ALL_ALIKE], ids=["classes", "alike"])
def test_both_makers_count_alike(native: NativeHelper, context: Context, classes: bytes) -> None:
    for text in (IR, *(path.read_bytes() for path in EXAMPLES)):
        functions = [function.ref for function in context.parse(text).definitions]
        plain, helped = (
            maker.function_shapes(functions, classes) for maker in (PlainServices(), HelperServices(native))
        )
        assert [facts(shape) for shape in plain] == [facts(shape) for shape in helped]
        assert len(helped) == len(functions)
