"""Give a function another signature: parameters of pointer type become values of a type.

LLVM can't change a function's type, so a new function takes over the body, the name and the
attributes, every call is made again, and the old function goes.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Block, Function, Instruction, Module, Value
from opencicc.llvm.library import load, pointer_array
from opencicc.llvm.types import Type

_FUNCTION_INDEX = 0xFFFFFFFF
_RESULT_INDEX = 0


def pass_by_value(
    module: Module, function: Function, given: dict[int, tuple[Type, int]], calls: list[Instruction]
) -> None:
    """Pass some parameters by value: number to type and alignment of what the pointer points to.

    `calls` are all uses of the function. The callee keeps the value in a local object of its own, so that
    it may write to it; callers load it before the call.
    """
    old = function.value_type
    params = [given[i][0] if i in given else type_ for i, type_ in enumerate(old.params)]
    name = function.name
    edit.rename(function, f"{name}.by.pointer")
    fresh = edit_module.declare(module, name, types.function(old.result, params))
    _copy_header(function, fresh, given)
    _move_body(function, fresh)
    _take_arguments(function, fresh, given)
    for call in calls:
        _call_again(call, fresh, fresh.value_type, given)
    edit_module.delete_function(function)


def _copy_header(old: Function, new: Function, given: dict[int, tuple[Type, int]]) -> None:
    lib = load()
    edit_module.set_linkage(new, old.linkage)
    edit_module.set_visibility(new, old.visibility)
    lib.LLVMSetFunctionCallConv(new.ref, old.calling_convention)
    lib.LLVMSetUnnamedAddress(new.ref, lib.LLVMGetUnnamedAddress(old.ref))
    for index in _kept_indices(len(old.params), given):
        count = lib.LLVMGetAttributeCountAtIndex(old.ref, index)
        found = pointer_array([0] * count)
        lib.LLVMGetAttributesAtIndex(old.ref, index, found)
        for attribute in found:
            lib.LLVMAddAttributeAtIndex(new.ref, index, attribute)
    subprogram = lib.LLVMGetSubprogram(old.ref)
    if subprogram:
        lib.LLVMSetSubprogram(old.ref, None)
        lib.LLVMSetSubprogram(new.ref, subprogram)


def _kept_indices(params: int, given: dict[int, tuple[Type, int]]) -> list[int]:
    """Where attributes stay true: what was said of a pointer says nothing about a value."""
    return [_FUNCTION_INDEX, _RESULT_INDEX, *(1 + number for number in range(params) if number not in given)]


def _move_body(old: Function, new: Function) -> None:
    lib = load()
    last = edit.append_block(new, "placeholder")
    placeholder = last
    for block in list(old.blocks):
        lib.LLVMMoveBasicBlockAfter(block.ref, last.ref)
        last = Block(block.ref)
    lib.LLVMDeleteBasicBlock(placeholder.ref)


def _take_arguments(old: Function, new: Function, given: dict[int, tuple[Type, int]]) -> None:
    lib = load()
    entry = next(iter(new.blocks))
    first = next(iter(entry.instructions))
    context = int(lib.LLVMGetTypeContext(lib.LLVMTypeOf(new.ref)))
    for number, (before, after) in enumerate(zip(old.params, new.params, strict=True)):
        name = before.name
        if number not in given:
            edit.replace_all_uses(before, after)
            edit.rename(after, name)
            continue
        type_, align = given[number]
        with edit.Builder(context) as builder:
            builder.before(first)
            local = Value(lib.LLVMBuildAlloca(builder.ref, type_.ref, f"{name}.copy".encode()))
            edit.set_alignment(local, align)
            edit.set_alignment(builder.store(after, local), align)
        edit.replace_all_uses(before, local)
        edit.rename(after, name)


def call_by_value(call: Instruction, given: dict[int, tuple[Type, int]]) -> None:
    """Make a call again with some arguments as values, whatever it calls: number to type and alignment.

    What is called keeps its signature, so this is for calls of which LLVM's passes can't see the callee, and for a
    code generation that hands both kinds over in the same way.
    """
    old = call.called_type
    params = [given[i][0] if i in given else type_ for i, type_ in enumerate(old.params)]
    _call_again(call, call.callee, types.function(old.result, params), given)


def _call_again(call: Instruction, callee: Value, signature: Type, given: dict[int, tuple[Type, int]]) -> None:
    lib = load()
    arguments = call.arguments
    context = int(lib.LLVMGetTypeContext(lib.LLVMTypeOf(callee.ref)))
    with edit.Builder(context) as builder:
        builder.before(call)
        for number, (type_, align) in given.items():
            loaded = builder.load(type_, arguments[number])
            edit.set_alignment(loaded, align)
            arguments[number] = loaded
        fresh = builder.call_value(callee, signature, arguments)
    lib.LLVMSetInstructionCallConv(fresh.ref, lib.LLVMGetInstructionCallConv(call.ref))
    for index in _kept_indices(len(arguments), given):
        found = pointer_array([0] * lib.LLVMGetCallSiteAttributeCount(call.ref, index))
        lib.LLVMGetCallSiteAttributes(call.ref, index, found)
        for attribute in found:
            lib.LLVMAddCallSiteAttribute(fresh.ref, index, attribute)
    if lib.LLVMCanValueUseFastMathFlags(call.ref):
        lib.LLVMSetFastMathFlags(fresh.ref, lib.LLVMGetFastMathFlags(call.ref))
    lib.LLVMSetTailCallKind(fresh.ref, lib.LLVMGetTailCallKind(call.ref))
    name = call.name
    edit.replace_and_erase(call, fresh)
    if name:
        edit.rename(fresh, name)
