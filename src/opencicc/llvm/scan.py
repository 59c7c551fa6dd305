"""Quick looks over functions, modules and uses: on plain pointers, because every compile takes them.

A handle for each thing on the way would cost more than the question; handles are made of what is found.
"""

from __future__ import annotations

from opencicc.llvm.code import Instruction
from opencicc.llvm.constants import assembly_of
from opencicc.llvm.library import load
from opencicc.llvm.names import SHARED
from opencicc.llvm.opcodes import OPCODES, VALUE_KINDS
from opencicc.llvm.types import KIND_NAMES
from opencicc.llvm.values import Value, attribute_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function, Module

_FUNCTION_INDEX = 0xFFFFFFFF
_FUNCTION = VALUE_KINDS.index("function")
_LOAD, _STORE, _ALLOCA = OPCODES["load"], OPCODES["store"], OPCODES["alloca"]
# What module_facts tells of functions with a body and of variables: native/ocx.h has the same.
HAS_CALLS, HAS_BYVAL, HAS_ALIGNED, HAS_STACK, HAS_LOOPS, HAS_LONG, HAS_VARIABLES, HAS_SHARED = (
    1 << number for number in range(8)
)
FEW_PARAMETERS = 500
PLAIN_TYPES = frozenset(("pointer", "integer", "float", "double", "half", "bfloat"))
_AGGREGATES = frozenset(KIND_NAMES.index(name) for name in ("struct", "array"))


def assembly_calls(function: Function) -> list[tuple[Instruction, str, str]]:
    """The calls of inline assembly, each with its template and its constraints."""
    lib = load()
    found = []
    for block in function.blocks:
        ref = lib.LLVMGetFirstInstruction(block.ref)
        while ref:
            if lib.LLVMIsACallInst(ref) and (text := assembly_of(Value(lib.LLVMGetCalledValue(ref)))) is not None:
                found.append((Instruction(ref), *text))
            ref = lib.LLVMGetNextInstruction(ref)
    return found


def calls_of(function: Function) -> tuple[list[int], int]:
    """The calls that name a function, and how many uses it has in all."""
    lib = load()
    calls, uses = [], 0
    use = lib.LLVMGetFirstUse(function.ref)
    while use:
        uses += 1
        user = lib.LLVMGetUser(use)
        if lib.LLVMIsACallInst(user) and lib.LLVMGetCalledValue(user) == function.ref:
            calls.append(user)
        use = lib.LLVMGetNextUse(use)
    return calls, uses


def calls_on_constants(function: Function) -> list[int]:
    """The calls of a function, made with its own type, whose first argument is a constant."""
    lib, found = load(), []
    signature = function.value_type.ref
    use = lib.LLVMGetFirstUse(function.ref)
    while use:
        user = lib.LLVMGetUser(use)
        use = lib.LLVMGetNextUse(use)
        # Most uses fail at the first question.
        if not lib.LLVMIsConstant(lib.LLVMGetOperand(user, 0)) or not lib.LLVMIsACallInst(user):
            continue
        if lib.LLVMGetCalledValue(user) == function.ref and lib.LLVMGetCalledFunctionType(user) == signature:
            found.append(user)
    return found


def has_call_with(calls: list[int], name: str) -> bool:
    """Does one of these calls have an enum attribute, by itself or by the function that it names?"""
    lib, kind = load(), attribute_number(name)
    of_call, of_function, kind_of = (
        lib.LLVMGetCallSiteEnumAttribute,
        lib.LLVMGetEnumAttributeAtIndex,
        lib.LLVMGetValueKind,
    )
    if any(of_call(call, _FUNCTION_INDEX, kind) for call in calls):
        return True
    callees = {lib.LLVMGetCalledValue(call) for call in calls}
    return any(kind_of(one) == _FUNCTION and of_function(one, _FUNCTION_INDEX, kind) for one in callees)


def callers_of(calls: list[int]) -> list[int]:
    """The function that each of these calls is in."""
    lib = load()
    return [lib.LLVMGetBasicBlockParent(lib.LLVMGetInstructionParent(call)) for call in calls]


def has_callees(module: Module) -> bool:
    """Is anything but intrinsics referred to?"""
    lib = load()
    first_use, intrinsic_id, following = lib.LLVMGetFirstUse, lib.LLVMGetIntrinsicID, lib.LLVMGetNextFunction
    ref = lib.LLVMGetFirstFunction(module.ref)
    while ref:
        if not intrinsic_id(ref) and first_use(ref):
            return True
        ref = following(ref)
    return False


def has_instructions(function: Function, count: int) -> bool:
    """Whether a function has so many instructions; it stops there."""
    lib = load()
    next_block, next_instruction = lib.LLVMGetNextBasicBlock, lib.LLVMGetNextInstruction
    block = lib.LLVMGetFirstBasicBlock(function.ref)
    while block:
        instruction = lib.LLVMGetFirstInstruction(block)
        while instruction:
            count -= 1
            if count <= 0:
                return True
            instruction = next_instruction(instruction)
        block = next_block(block)
    return False


def has_backward_edge(function: Function) -> bool:
    """Every loop has one in any order of the blocks; without one there is no loop."""
    lib = load()
    next_block, terminator_of = lib.LLVMGetNextBasicBlock, lib.LLVMGetBasicBlockTerminator
    count_of, successor_of = lib.LLVMGetNumSuccessors, lib.LLVMGetSuccessor
    seen: set[int] = set()
    block = lib.LLVMGetFirstBasicBlock(function.ref)
    while block:
        seen.add(block)
        terminator = terminator_of(block)
        for index in range(count_of(terminator)):
            if successor_of(terminator, index) in seen:
                return True
        block = next_block(block)
    return False


def module_facts(module: Module, long_count: int) -> int:
    """Which kinds of things a module has; functions are long from so many instructions on."""
    found = 0
    for function in module.definitions:
        found |= HAS_CALLS * function.has_uses | HAS_BYVAL * has_byval_parameter(function)
        found |= HAS_ALIGNED * has_aligned_parameter(function) | HAS_STACK * has_stack_object(function)
        found |= HAS_LOOPS * has_backward_edge(function) | HAS_LONG * has_instructions(function, long_count)
    for variable in module.globals:
        found |= HAS_VARIABLES | HAS_SHARED * (variable.address_space == SHARED)
    return found


def is_unusual(function: Function) -> bool:
    """A kernel in which something may be to refuse, or a function with data in front of its code."""
    if function.is_kernel:
        return not is_usual_kernel(function) or function.has_data_before_code
    return not function.is_declaration and function.has_data_before_code


def is_usual_kernel(kernel: Function) -> bool:
    """No result, seen outside, of which nobody speaks, with a few pointers and numbers: nothing can be wrong with it."""
    signature = kernel.value_type
    if signature.result.kind != "void" or kernel.linkage != "external" or kernel.has_uses:
        return False
    params = signature.params
    if len(params) > FEW_PARAMETERS or not all(type_.kind in PLAIN_TYPES for type_ in params):
        return False
    return not any(kernel.byval_type(i) for i, type_ in enumerate(params) if type_.kind == "pointer")


def has_stack_object(function: Function) -> bool:
    """In the entry block, where front ends make them."""
    return any(instruction.opcode == "alloca" for instruction in next(iter(function.blocks)).instructions)


def is_bookkeeping(instruction: Instruction) -> bool:
    """Does it only serve to keep a variable on the stack? Nothing is left of such when the first passes are done."""
    opcode = instruction.opcode
    if opcode not in ("load", "store"):
        return opcode == "alloca"
    pointer = instruction.operands[opcode == "store"]
    return pointer.kind == "instruction" and Instruction(pointer.ref).opcode == "alloca"


def has_aligned_parameter(function: Function) -> bool:
    return any(function.argument_alignment(position) > 1 for position in range(len(function.value_type.params)))


def terminators_with_metadata(function: Function) -> list[Instruction]:
    """Few branches have any: those of loops, and what a profile knows."""
    lib, found = load(), []
    next_block, terminator_of, has_metadata = (
        lib.LLVMGetNextBasicBlock,
        lib.LLVMGetBasicBlockTerminator,
        lib.LLVMHasMetadata,
    )
    block = lib.LLVMGetFirstBasicBlock(function.ref)
    while block:
        terminator = terminator_of(block)
        if has_metadata(terminator):
            found.append(Instruction(terminator))
        block = next_block(block)
    return found


def stack_objects(function: Function) -> list[Instruction]:
    """The stack objects of the entry block."""
    lib, found = load(), []
    following, opcode_of = lib.LLVMGetNextInstruction, lib.LLVMGetInstructionOpcode
    ref = lib.LLVMGetFirstInstruction(lib.LLVMGetFirstBasicBlock(function.ref))
    while ref:
        if opcode_of(ref) == _ALLOCA:
            found.append(Instruction(ref))
        ref = following(ref)
    return found


def edges_of(function: Function) -> dict[int, list[int]]:
    """Where each block may go, by libLLVM's pointers, in the order of the blocks."""
    lib, found = load(), {}
    next_block, terminator_of = lib.LLVMGetNextBasicBlock, lib.LLVMGetBasicBlockTerminator
    count_of, successor_of = lib.LLVMGetNumSuccessors, lib.LLVMGetSuccessor
    block = lib.LLVMGetFirstBasicBlock(function.ref)
    while block:
        terminator = terminator_of(block)
        found[block] = [successor_of(terminator, index) for index in range(count_of(terminator))]
        block = next_block(block)
    return found


def has_byval_parameter(function: Function) -> bool:
    lib = load()
    byval, attribute_of = attribute_number("byval"), lib.LLVMGetEnumAttributeAtIndex
    return any(attribute_of(function.ref, 1 + position, byval) for position in range(lib.LLVMCountParams(function.ref)))


def has_aggregate_access(function: Function) -> bool:
    """Does an instruction load or store a whole struct or array?"""
    lib = load()
    following, opcode_of, type_of, kind_of = (
        lib.LLVMGetNextInstruction,
        lib.LLVMGetInstructionOpcode,
        lib.LLVMTypeOf,
        lib.LLVMGetTypeKind,
    )
    for block in function.blocks:
        ref = lib.LLVMGetFirstInstruction(block.ref)
        while ref:
            opcode = opcode_of(ref)
            if opcode == _LOAD and kind_of(type_of(ref)) in _AGGREGATES:
                return True
            if opcode == _STORE and kind_of(type_of(lib.LLVMGetOperand(ref, 0))) in _AGGREGATES:
                return True
            ref = following(ref)
    return False
