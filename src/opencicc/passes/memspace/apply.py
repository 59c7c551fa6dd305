"""Settle a pointer: cast it to its space and back, and let LLVM's infer-address-spaces carry that through its uses.

%p = load ptr, ptr %slot                 %p = load ptr, ptr %slot
%q = getelementptr i32, ptr %p, i64 1    %p.global = addrspacecast ptr %p to ptr addrspace(1)
store i32 0, ptr %q                =>    %q = getelementptr i32, ptr addrspace(1) %p.global, i64 1
                                         store i32 0, ptr addrspace(1) %q
"""

from __future__ import annotations

from opencicc.analysis.spaces import BIT_OF_SPACE, NAMES
from opencicc.llvm import edit, types
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.snapshot import snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.native import TargetMachine
    from opencicc.llvm.snapshot import Snapshot

INFER = "infer-address-spaces"


def settle(value: Value, space: int, place: Instruction, context: int) -> Instruction:
    """Let every use of a pointer see it in its space; `place` is the first instruction that may."""
    name = f"{value.name}.{space_name(space)}" if value.name else ""
    with edit.Builder(context) as builder:
        builder.before(place)
        inside = builder.cast("addrspacecast", value, types.pointer(context, space), name)
        back = builder.cast("addrspacecast", inside, value.type)
    edit.replace_all_uses(value, back)
    edit.set_operand(Instruction(inside.ref), 0, value)
    return Instruction(back.ref)


def space_name(space: int) -> str:
    return NAMES[BIT_OF_SPACE[space]]


def carry_on(function: Function, machine: TargetMachine) -> None:
    """LLVM's own pass from the casts on."""
    run_on_function(function, INFER, machine.ref)


def is_changed(function: Function, before: Snapshot) -> bool:
    """Is anything different from what it was? LLVM's pass makes some values again that were as they should be."""
    return _shape(snapshot(function)) != _shape(before)


def _shape(flat: Snapshot) -> tuple[object, ...]:
    """All of a snapshot but which instructions they are; which constants they use counts."""
    outside = flat.values[flat.first_instruction + flat.instructions :]
    return flat.opcodes, flat.operands, flat.operand_offsets, flat.incoming, flat.types, flat.block_starts, outside


def first_place(function: Function) -> Instruction:
    """Behind the stack objects at the head of a function."""
    for instruction in next(iter(function.blocks)).instructions:
        if instruction.opcode != "alloca":
            return instruction
    raise ValueError("a block without an end")
