"""Warn of constant subscripts outside of their array.

    @table = addrspace(4) constant [16 x i32] ...
    getelementptr [16 x i32], ptr addrspace(4) @table, i64 0, i64 16          ; loaded: one behind the end

Looks at address computations, of variables and stack objects too, whose subscript is a constant that the type of the array
does not have. One behind the end may be computed, as every loop does that walks to it, but not loaded from or stored to.
Only warns: rows of a matrix may be walked as one long row, and nothing is wrong with code that never runs.

Leaves alone: subscripts that are not constant, the first one (a pointer may point into an array), arrays of no length.
Changes nothing. No source says what the product's pass of this name does with what it finds.
"""

from __future__ import annotations

from opencicc.llvm.constants import integer_of, source_element_of
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import by_name_only

ACCESSES = {"load": 0, "store": 1, "atomicrmw": 0, "cmpxchg": 0}  # the operand that is the address


@function_pass(
    "check-gep-index",
    "Check that constant subscripts stay inside their array.",
    kind="module",
    places=by_name_only("it warns of code that may never run, at the price of a look at every address"),
    origin=NVIDIA_REGISTRY,
    is_read_only=True,
)
def run(function: Function, ctx: PassContext) -> bool:
    for instruction in function.instructions:
        position = ACCESSES.get(instruction.opcode)
        computed = [instruction] if instruction.opcode == "getelementptr" else []
        accessed = [instruction.operand(position)] if position is not None else []
        said = [outside(value, is_accessed=False) for value in computed]
        said += [outside(value, is_accessed=True) for value in accessed if is_address(value)]
        for what in filter(None, said):
            ctx.warn(instruction, f"{what}\n  {instruction.text.strip()}")
    return False


def is_address(value: Value) -> bool:
    """An address computation, an instruction or a constant."""
    if value.kind == "instruction":
        return Instruction(value.ref).opcode == "getelementptr"
    return (
        value.kind == "constant_expr"
        and value.text.startswith(("ptr getelementptr", "ptr addrspace("))
        and len(value.operands) > 1
    )


def outside(address: Value, *, is_accessed: bool) -> str:
    """What is wrong with a subscript, or nothing; one behind the end counts only where something is accessed."""
    type_ = source_element_of(address)
    for subscript in address.operands[2:]:
        number = integer_of(subscript)
        if type_.kind == "struct":
            type_ = type_.fields[number or 0]
            continue
        length = type_.length
        if (
            length
            and number is not None
            and not 0 <= number <= length - is_accessed
            and is_accessed == (number == length)
        ):
            return f"subscript {number} of an array of {length}"
        type_ = type_.element
    return ""
