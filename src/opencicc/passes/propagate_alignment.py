"""Tell accesses of local arrays how well aligned they are.

    %a = alloca [48 x i16], align 16
    %l = addrspacecast ptr %a to ptr addrspace(5)
    %p = getelementptr i8, ptr addrspace(5) %l, i64 8
    store i16 0, ptr addrspace(5) %p, align 2                =>      ..., align 8

LLVM's own inference stops at the cast to local memory. Follows casts and address computations from each array; of an
index that is not constant it finds what it is a multiple of (a loop counter that steps by four, a shifted value).
Wide accesses come from this: code generation joins neighbours only where the first is aligned for all of them.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.layout import Layout
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.passes.set_local_array_alignment import local_arrays

MAX_DEPTH = 6  # operands to look through for a multiple; deeper chains count as 1
MAX_ACCESSES = 4096  # of one array: unrolled initialisers end, generated tables do not


@function_pass(
    "propagate-alignment",
    "Carry alignments along pointer computations.",
    when="stack",
    places=at(Place("closing", after="set-local-array-alignment", why="through the casts that stop LLVM's own")),
    origin=NVIDIA_REGISTRY,
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    raised = 0
    for array in local_arrays(function):
        raised += raise_accesses(array, ctx.module.layout)
    return raised > 0


def raise_accesses(array: Instruction, layout: Layout) -> int:
    """Give the accesses below an array the alignment that its own and their offset imply; how many changed."""
    raised = 0
    pending: list[tuple[Value, int]] = [(array, array.alignment)]
    seen = 0
    while pending and seen < MAX_ACCESSES:
        pointer, alignment = pending.pop()
        seen += 1
        for user in pointer.users:
            instruction = Instruction(user.ref)
            opcode = instruction.opcode
            if opcode in ("addrspacecast", "bitcast"):
                pending.append((instruction, alignment))
            elif opcode == "getelementptr" and instruction.operands[0] == pointer:
                step = offset_multiple(instruction, layout)
                pending.append((instruction, lowest_bit(alignment, step)))
            elif is_access_through(instruction, opcode, pointer) and alignment > instruction.alignment:
                edit.set_alignment(instruction, alignment)
                raised += 1
    return raised


def is_access_through(instruction: Instruction, opcode: str, pointer: Value) -> bool:
    """A load or store whose address, not whose value, is the pointer."""
    if opcode == "load":
        return True
    return opcode == "store" and instruction.operands[1] == pointer


def offset_multiple(address: Instruction, layout: Layout) -> int:
    """A power of two that divides the byte offset of an address computation; 0 for no offset at all."""
    multiple = 0
    for size, index in layout.address_terms(address):
        factor = abs(index) if isinstance(index, int) else index_multiple(index, MAX_DEPTH)
        multiple = lowest_bit(multiple, size * factor)
    return multiple


def index_multiple(index: Value, depth: int) -> int:
    """A power of two that divides an integer value; 0 when it is zero."""
    constant = index.integer
    if constant is not None:
        return constant & -constant
    if depth == 0 or index.kind != "instruction":
        return 1
    instruction = Instruction(index.ref)
    opcode, operands = instruction.opcode, instruction.operands
    if opcode in ("zext", "sext", "trunc", "freeze"):
        return index_multiple(operands[0], depth - 1)
    if opcode in ("add", "sub", "or"):
        return lowest_bit(index_multiple(operands[0], depth - 1), index_multiple(operands[1], depth - 1))
    if opcode == "mul":
        return index_multiple(operands[0], depth - 1) * index_multiple(operands[1], depth - 1)
    if opcode == "shl":
        by = operands[1].integer
        return index_multiple(operands[0], depth - 1) << by if by is not None and by < 32 else 1
    if opcode == "phi":
        return counter_multiple(instruction, depth - 1)
    return 1


def counter_multiple(phi: Instruction, depth: int) -> int:
    """Of a loop counter: what its start and its steps have in common. Other phis: what all their values have."""
    multiple = 0
    for value, _ in phi.incoming:
        if value.kind == "instruction" and is_step_of(Instruction(value.ref), phi):
            step = next(o for o in Instruction(value.ref).operands if o != phi)
            multiple = lowest_bit(multiple, index_multiple(step, depth))
        else:
            multiple = lowest_bit(multiple, index_multiple(value, depth))
    return multiple


def is_step_of(value: Instruction, phi: Instruction) -> bool:
    return value.opcode == "add" and phi in value.operands and value.operands[0] != value.operands[1]


def lowest_bit(first: int, second: int) -> int:
    """The largest power of two that divides both; 0 is divided by everything."""
    both = first | second
    return both & -both
