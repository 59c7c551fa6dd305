"""Constants as Python values and back: texts, and the exact bits of numbers."""

from __future__ import annotations

import ctypes

from opencicc.llvm.ir import Value
from opencicc.llvm.library import load
from opencicc.llvm.opcodes import OPCODE_NAMES
from opencicc.llvm.types import Type


def text_of(variable: Value) -> str | None:
    """The NUL-terminated text a global variable is initialised with, or None."""
    lib = load()
    initializer = lib.LLVMGetInitializer(variable.ref)
    if not initializer:
        return None
    if not lib.LLVMIsAConstantDataSequential(initializer):
        return "" if lib.LLVMIsNull(initializer) else None
    if not lib.LLVMIsConstantString(initializer):
        return None
    length = ctypes.c_size_t()
    start = lib.LLVMGetAsString(initializer, ctypes.byref(length))
    return ctypes.string_at(start, length.value).partition(b"\0")[0].decode(errors="replace")


def bits_of(value: Value) -> int | None:
    """The bits of an integer (up to 64), float or double constant; None for anything else."""
    lib, ref = load(), value.ref
    if lib.LLVMIsAConstantInt(ref):
        return int(lib.LLVMConstIntGetZExtValue(ref)) if value.type.integer_width <= 64 else None
    if lib.LLVMIsAConstantFP(ref):
        lost = ctypes.c_int()
        number = ctypes.c_double(lib.LLVMConstRealGetDouble(ref, ctypes.byref(lost)))
        kind = value.type.kind
        if kind == "double":
            return ctypes.c_uint64.from_buffer(number).value
        return ctypes.c_uint32.from_buffer(ctypes.c_float(number.value)).value if kind == "float" else None
    return None


def integer_of(value: Value) -> int | None:
    """The number of an integer constant of any width, signed; None for anything else."""
    return (
        int(value.text.split()[-1]) if load().LLVMIsAConstantInt(value.ref) and value.type.integer_width > 1 else None
    )


def constant_of(type_: Type, bits: int) -> Value:
    """The constant with these bits: an integer, a float or a double that is no NaN."""
    kind = type_.kind
    if kind == "integer":
        return Value(load().LLVMConstInt(type_.ref, bits, False))
    if kind == "double":
        number = ctypes.c_double.from_buffer(ctypes.c_uint64(bits)).value
    else:
        number = ctypes.c_float.from_buffer(ctypes.c_uint32(bits)).value
    return Value(load().LLVMConstReal(type_.ref, number))


def elements_of(initializer: Value, count: int) -> list[Value]:
    """The elements of a constant array or struct."""
    element = load().LLVMGetAggregateElement
    return [Value(element(initializer.ref, index)) for index in range(count)]


def source_element_of(address: Value) -> Type:
    """The type that an address computation, an instruction or a constant, steps over."""
    return Type(load().LLVMGetGEPSourceElementType(address.ref))


def initializer_of(variable: Value) -> Value | None:
    ref = load().LLVMGetInitializer(variable.ref)
    return Value(ref) if ref else None


def constant_opcode(value: Value) -> str:
    """What a constant expression does with its operands, or '' for another constant."""
    lib = load()
    return OPCODE_NAMES[int(lib.LLVMGetConstOpcode(value.ref))] if lib.LLVMIsAConstantExpr(value.ref) else ""


def is_null(value: Value) -> bool:
    """Is it a constant of nothing but zero bits?"""
    return bool(load().LLVMIsNull(value.ref))


def without_cast(value: Value) -> Value:
    """What a constant cast of an address casts, or the value itself."""
    lib = load()
    return Value(lib.LLVMGetOperand(value.ref, 0)) if lib.LLVMIsAConstantExpr(value.ref) else value


def assembly_of(callee: Value) -> tuple[str, str] | None:
    """The template and the constraints of inline assembly, or None for another callee."""
    lib = load()
    if not lib.LLVMIsAInlineAsm(callee.ref):
        return None
    texts = []
    for getter in (lib.LLVMGetInlineAsmAsmString, lib.LLVMGetInlineAsmConstraintString):
        length = ctypes.c_size_t()
        start = getter(callee.ref, ctypes.byref(length))
        texts.append(ctypes.string_at(start, length.value).decode(errors="replace"))
    return texts[0], texts[1]


def is_intel_assembly(callee: Value) -> bool:
    """Is inline assembly written in Intel's dialect?"""
    return bool(load().LLVMGetInlineAsmDialect(callee.ref))


def has_side_effects(callee: Value) -> bool:
    """Is inline assembly to be executed whether its results are used or not?"""
    return bool(load().LLVMGetInlineAsmHasSideEffects(callee.ref))


def indices_of(instruction: Value) -> list[int]:
    """The indices of an extractvalue or insertvalue."""
    lib = load()
    start = lib.LLVMGetIndices(instruction.ref)
    return list(ctypes.cast(start, ctypes.POINTER(ctypes.c_uint))[: lib.LLVMGetNumIndices(instruction.ref)])
