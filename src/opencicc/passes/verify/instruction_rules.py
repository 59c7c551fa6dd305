"""The rules for instructions other than calls of intrinsics."""

from __future__ import annotations

from opencicc.llvm.constants import assembly_of, is_intel_assembly, source_element_of
from opencicc.llvm.names import CONSTANT, GENERIC, GLOBAL, LOCAL, MOST_STACK_ALIGNMENT, SHARED, SHARED_CLUSTER, TENSOR
from opencicc.passes.verify import intrinsic_rules
from opencicc.passes.verify.module_rules import FOREIGN_FLOATS
from opencicc.passes.verify.violation import Violation, of_instruction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencicc.llvm.ir import Instruction
    from opencicc.llvm.types import Type

CAST_SPACES = (GENERIC, GLOBAL, SHARED, CONSTANT, LOCAL, SHARED_CLUSTER)
ATOMIC_SPACES = (GENERIC, GLOBAL, SHARED, SHARED_CLUSTER)
WINDOWS = (SHARED, SHARED_CLUSTER)  # one is inside the other: the only cast between spaces of their own
EXCHANGED_WIDTHS, UPDATED_WIDTHS = (32, 64, 128), (32, 64)
UNSUPPORTED_UPDATES = ("usub_cond", "usub_sat", "fmaximum", "fminimum")
REFUSED_OPCODES = ("indirectbr", "invoke", "resume", "landingpad")
ASSEMBLY_KINDS = ("pointer", "float", "double")
ASSEMBLY_WIDTHS = (1, 8, 16, 32, 64)


def check(instruction: Instruction) -> Iterator[Violation]:
    for what in faults(instruction):
        yield of_instruction(instruction, what)


def faults(instruction: Instruction) -> Iterator[str]:
    opcode = instruction.opcode
    if opcode in REFUSED_OPCODES:
        yield f"{opcode} is not supported"
    if opcode in RULES:
        yield from RULES[opcode](instruction)
    for type_ in types_of(instruction):
        for kind in sorted(FOREIGN_FLOATS):
            if type_.holds(frozenset((kind,))):
                yield f"type {kind} is not supported"
                return
    if any(operand.ref and operand.kind == "block_address" for operand in instruction.operands):
        yield "the address of a block is not supported"
    if is_unroll_pragma(instruction):
        yield "pragma unroll is not supported: use llvm.loop.unroll.count"


def types_of(instruction: Instruction) -> Iterator[Type]:
    yield instruction.type
    opcode = instruction.opcode
    if opcode == "alloca":
        yield instruction.allocated_type
    elif opcode == "getelementptr":
        yield source_element_of(instruction)
    for operand in instruction.operands:
        if operand.ref:
            yield operand.type


def is_unroll_pragma(instruction: Instruction) -> bool:
    node = instruction.metadata("pragma")
    return node is not None and any('!"unroll"' in operand.text for operand in node.operands)


def alloca(instruction: Instruction) -> Iterator[str]:
    if instruction.type.address_space != GENERIC:
        yield "stack objects are in the generic address space"
    if instruction.alignment > MOST_STACK_ALIGNMENT:
        yield "a stack object is aligned to at most 2^23 bytes"


def access(instruction: Instruction) -> Iterator[str]:
    if instruction.is_atomic:
        yield "atomic loads and stores are not supported"
    pointer = instruction.operand(0 if instruction.opcode == "load" else 1)
    if pointer.type.address_space == TENSOR:
        yield "tensor memory is not loaded from or stored to"


def cast(instruction: Instruction) -> Iterator[str]:
    source, target = space_of(instruction.operand(0).type), space_of(instruction.type)
    for space in (source, target):
        if space not in CAST_SPACES:
            yield f"address space {space} can't be cast"
            return
    if source != target and GENERIC not in (source, target) and not {source, target} <= set(WINDOWS):
        yield f"a pointer of address space {source} can't be cast to {target}: one side has to be generic"


def space_of(type_: Type) -> int:
    return (type_.element if type_.kind == "vector" else type_).address_space


def exchange(instruction: Instruction) -> Iterator[str]:
    if instruction.operand(1).type.integer_width not in EXCHANGED_WIDTHS:
        yield "cmpxchg takes i32, i64 or i128"
    if instruction.operand(0).type.address_space not in ATOMIC_SPACES:
        yield "cmpxchg works on generic, global or shared memory"


def update(instruction: Instruction) -> Iterator[str]:
    operation, width = instruction.atomic_operation, instruction.type.integer_width
    if operation in UNSUPPORTED_UPDATES:
        yield f"atomicrmw does not support {operation}"
    if width and width not in UPDATED_WIDTHS and not (width == EXCHANGED_WIDTHS[-1] and operation == "xchg"):
        yield "atomicrmw takes i32 and i64, xchg also i128"
    if instruction.operand(0).type.address_space not in ATOMIC_SPACES:
        yield "atomicrmw works on generic, global or shared memory"


def call(instruction: Instruction) -> Iterator[str]:
    callee = instruction.called_function
    if callee is not None:
        name = callee.name
        if callee.is_intrinsic or name.startswith(intrinsic_rules.CONVERGENCE_TESTS):
            yield from intrinsic_rules.faults(instruction, name)
        return
    if assembly_of(instruction.callee) is None:
        return
    if is_intel_assembly(instruction.callee):
        yield "inline assembly of Intel's dialect is not supported"
    for argument in instruction.arguments:
        if argument.type.kind not in ASSEMBLY_KINDS and argument.type.integer_width not in ASSEMBLY_WIDTHS:
            yield "inline assembly takes i1, i8, i16, i32, i64, float, double and pointers"
            return


RULES: dict[str, Callable[[Instruction], Iterator[str]]] = {
    "alloca": alloca,
    "load": access,
    "store": access,
    "addrspacecast": cast,
    "cmpxchg": exchange,
    "atomicrmw": update,
    "call": call,
}
