"""Constants as Python values and back: texts, and the exact bits of numbers."""

from __future__ import annotations

import ctypes

from opencicc.llvm.ir import Value
from opencicc.llvm.library import load


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
