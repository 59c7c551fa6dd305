"""Operations on wider numbers than PTX computes with: divisions and conversions of i65 and more, arithmetic of fp128."""

from __future__ import annotations

from opencicc.llvm.ir import Instruction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.llvm.types import Type

PTX_BITS = 64
DIVISIONS = ("udiv", "sdiv", "urem", "srem")
CONVERSIONS = ("uitofp", "sitofp", "fptoui", "fptosi")
FLOAT_OPERATIONS = frozenset(("fadd", "fsub", "fmul", "fdiv", "frem", "fneg", "fcmp", "fpext", "fptrunc", *CONVERSIONS))
_LOOKED_AT = FLOAT_OPERATIONS.union(DIVISIONS)


def is_wide_division(instruction: Instruction) -> bool:
    return instruction.opcode in DIVISIONS and is_wide(instruction.type)


def is_wide_conversion(instruction: Instruction) -> bool:
    """Between an integer of more than 64 bits and a float."""
    if instruction.opcode not in CONVERSIONS:
        return False
    return is_wide(instruction.type) or is_wide(instruction.operand(0).type)


def is_quad_operation(instruction: Instruction) -> bool:
    """Arithmetic, a comparison or a conversion of fp128."""
    if instruction.opcode not in FLOAT_OPERATIONS:
        return False
    return instruction.type.kind == "fp128" or instruction.operand(0).type.kind == "fp128"


def is_wide(type_: Type) -> bool:
    return type_.integer_width > PTX_BITS


def find_wide_operations(module: Module) -> list[Instruction]:
    return [
        instruction
        for function in module.definitions
        for instruction in function.instructions
        if instruction.opcode in _LOOKED_AT and is_wide_operation(instruction)
    ]


def is_wide_operation(instruction: Instruction) -> bool:
    return is_wide_division(instruction) or is_wide_conversion(instruction) or is_quad_operation(instruction)
