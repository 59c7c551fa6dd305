"""A copy of a function: the same body under another name, private to the module.

LLVM's C API has no such call, so blocks and instructions are copied one by one, and operands, phis and jumps are led to the
copies. Line numbers are left behind: they belong to the one function that LLVM allows them.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module
from opencicc.llvm.ir import Block, Function, Instruction, Module, Value
from opencicc.llvm.library import load, pointer_array
from opencicc.llvm.opcodes import OPCODES

_FUNCTION_INDEX = 0xFFFFFFFF
# Jumps whose targets are no plain successors, and what belongs to them.
_UNCOPIED = frozenset(
    OPCODES[name]
    for name in "indirectbr callbr invoke landingpad resume cleanupret catchret catchpad cleanuppad catchswitch".split()
)


def can_be_cloned(opcodes: object) -> bool:
    """Are all instructions of these kinds ones that `clone_function` copies?"""
    return _UNCOPIED.isdisjoint(opcodes)  # type: ignore[arg-type]


def clone_function(module: Module, original: Function, name: str) -> Function:
    """An internal copy; the caller owes that `can_be_cloned`, and calls it."""
    lib = load()
    copy = Function(lib.LLVMAddFunction(module.ref, name.encode(), original.value_type.ref))
    _copy_header(original, copy)
    values = {old.ref: new.ref for old, new in zip(original.params, copy.params, strict=True)}
    for old, new in zip(original.params, copy.params, strict=True):
        edit.rename(new, old.name)
    blocks = {block.ref: edit.append_block(copy, block.name) for block in original.blocks}
    phis: list[tuple[Instruction, Instruction]] = []
    with edit.Builder(copy.context) as builder:
        for block in original.blocks:
            builder.at_end(blocks[block.ref])
            for old in block.instructions:
                if old.opcode == "phi":
                    new = builder.phi(old.type, [], old.name)
                    phis.append((old, new))
                else:
                    new = _copied(old, builder, blocks)
                values[old.ref] = new.ref
    for block in original.blocks:
        for old in block.instructions:
            if old.opcode != "phi":
                _lead_operands(Instruction(values[old.ref]), values)
    for old, new in phis:
        incoming = [(Value(values.get(value.ref, value.ref)), blocks[block.ref]) for value, block in old.incoming]
        edit.add_incoming(new, incoming)
        if lib.LLVMCanValueUseFastMathFlags(old.ref):
            lib.LLVMSetFastMathFlags(new.ref, lib.LLVMGetFastMathFlags(old.ref))
    return copy


def _copied(old: Instruction, builder: edit.Builder, blocks: dict[int, Block]) -> Instruction:
    lib = load()
    new = Instruction(lib.LLVMInstructionClone(old.ref))
    lib.LLVMInsertIntoBuilderWithName(builder.ref, new.ref, old.name.encode())
    lib.LLVMInstructionSetDebugLoc(new.ref, None)
    for index, target in enumerate(old.successors):
        lib.LLVMSetSuccessor(new.ref, index, blocks[target.ref].ref)
    return new


def _lead_operands(new: Instruction, values: dict[int, int]) -> None:
    lib = load()
    for index in range(lib.LLVMGetNumOperands(new.ref)):
        ours = values.get(lib.LLVMGetOperand(new.ref, index))
        if ours:
            lib.LLVMSetOperand(new.ref, index, ours)


def _copy_header(old: Function, new: Function) -> None:
    lib = load()
    edit_module.set_linkage(new, "internal")
    lib.LLVMSetFunctionCallConv(new.ref, old.calling_convention)
    lib.LLVMSetUnnamedAddress(new.ref, lib.LLVMGetUnnamedAddress(old.ref))
    for index in (_FUNCTION_INDEX, *range(len(old.params) + 1)):
        found = pointer_array([0] * lib.LLVMGetAttributeCountAtIndex(old.ref, index))
        lib.LLVMGetAttributesAtIndex(old.ref, index, found)
        for attribute in found:
            lib.LLVMAddAttributeAtIndex(new.ref, index, attribute)
