"""Is there a generic pointer whose space has to be found out? As native/modules.cpp asks, by plain calls.

Loads, numbers made pointers and calls that give one back; copies of memory, which may hold pointers; questions for a
pointer's space; matrices in memory; atomic operations on the stack, and they or stores on constant memory.
"""

from __future__ import annotations

from opencicc.llvm.constants import constant_opcode
from opencicc.llvm.ir import Function, Instruction, Module, Value
from opencicc.llvm.names import CONSTANT, GENERIC

ASKING = ("llvm.nvvm.isspacep.", "llvm.nvvm.wmma.", "llvm.memcpy.", "llvm.memmove.")
_GIVING = frozenset(("load", "inttoptr", "extractvalue"))
_ADDRESS = {"atomicrmw": 0, "cmpxchg": 0, "store": 1}
_SEEN_THROUGH = ("getelementptr", "addrspacecast", "bitcast")
_MOST_STEPS = 6  # as LLVM's getUnderlyingObject


def has_open_pointers(module: Module) -> bool:
    return any(
        any(map(_is_open, function.instructions))
        or (function.is_declaration and function.has_uses and function.name.startswith(ASKING))
        for function in module.functions
    )


def _is_open(instruction: Instruction) -> bool:
    opcode = instruction.opcode
    if opcode in _GIVING:
        return _is_generic(instruction)
    if opcode == "call":
        return _is_generic(instruction) and not _is_intrinsic(instruction.called_function)
    if opcode not in _ADDRESS:
        return False
    found = _object(instruction.operand(_ADDRESS[opcode]))
    is_stack = found.kind == "instruction" and Instruction(found.ref).opcode == "alloca"
    return found.type.address_space == CONSTANT or (is_stack and opcode != "store")


def _is_intrinsic(function: Function | None) -> bool:
    return function is not None and function.is_intrinsic


def _is_generic(value: Value) -> bool:
    return value.type.kind == "pointer" and value.type.address_space == GENERIC


def _object(address: Value) -> Value:
    for _ in range(_MOST_STEPS):
        opcode = Instruction(address.ref).opcode if address.kind == "instruction" else constant_opcode(address)
        if opcode not in _SEEN_THROUGH:
            return address
        address = address.operand(0)
    return address
