"""Conditions: cheap questions about a module that tell whether a pass of ours can do anything in it.

They are asked once, before the first step, and must be properties that no pass brings about: native
passes make no loops where a module has none, call no function that nobody refers to, and declare no
symbol. So a pass whose condition fails is left out of the whole run, and the native steps around it
run together.

    loops           some function has an edge to a block at or before it
    calls           some function with a body is referred to
    stack           some function has a stack object (front ends make them in the entry block)
    shared          a variable is in shared memory
    copies          a memcpy or memmove is declared
    declares:NAME   the module has a function NAME
"""

from __future__ import annotations

from opencicc.llvm.ir import Function, Module
from opencicc.llvm.library import load

_SHARED = 3
_COPIES = ("llvm.memcpy.", "llvm.memmove.")


def holds(condition: str, module: Module) -> bool:
    name, _, argument = condition.partition(":")
    if name == "declares":
        return module.function(argument) is not None
    if name == "calls":
        return any(function.has_uses for function in module.functions if not function.is_declaration)
    if name == "copies":
        return any(function.name.startswith(_COPIES) for function in module.functions if function.is_declaration)
    if name == "shared":
        return any(variable.address_space == _SHARED for variable in module.globals)
    if name == "stack":
        return any(_has_stack_object(function) for function in module.definitions)
    if name == "loops":
        return any(_has_backward_edge(function.ref) for function in module.functions)
    raise ValueError(f"unknown condition {condition}")


def _has_stack_object(function: Function) -> bool:
    return any(instruction.opcode == "alloca" for instruction in next(iter(function.blocks)).instructions)


def _has_backward_edge(function: int) -> bool:
    """Every loop has one in any order of the blocks; without one there is no loop."""
    lib = load()
    next_block, terminator_of = lib.LLVMGetNextBasicBlock, lib.LLVMGetBasicBlockTerminator
    count_of, successor_of = lib.LLVMGetNumSuccessors, lib.LLVMGetSuccessor
    seen: set[int] = set()
    block = lib.LLVMGetFirstBasicBlock(function)
    while block:
        seen.add(block)
        terminator = terminator_of(block)
        for index in range(count_of(terminator)):
            if successor_of(terminator, index) in seen:
                return True
        block = next_block(block)
    return False
