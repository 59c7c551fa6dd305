"""Metadata nodes as values: their operands and texts."""

from __future__ import annotations

import ctypes

from opencicc.llvm.ir import Value
from opencicc.llvm.library import load, pointer_array


def operands_of(node: Value) -> list[Value]:
    """The operands of a node, nothing for anything else; an empty operand has no pointer."""
    lib = load()
    if not node.ref or not lib.LLVMIsAMDNode(node.ref):
        return []
    refs = pointer_array([0] * lib.LLVMGetMDNodeNumOperands(node.ref))
    lib.LLVMGetMDNodeOperands(node.ref, refs)
    return [Value(ref or 0) for ref in refs]


def text_of(value: Value) -> str:
    """The text of a metadata string, or ''."""
    lib = load()
    if not value.ref or not lib.LLVMIsAMDString(value.ref):
        return ""
    length = ctypes.c_uint()
    text = lib.LLVMGetMDString(value.ref, ctypes.byref(length))
    return ctypes.string_at(text, length.value).decode(errors="replace")
