"""Write small copies out as loads and stores of single values.

    call void @llvm.memcpy(ptr align 16 %next, ptr align 16 %from, i64 16)     ; %next = alloca { float, float, float, float }
    =>
    %v0 = load float, ptr %from, align 16          store float %v0, ptr %next, align 16
    %v1 = load float, ptr (%from + 4), align 4     store float %v1, ptr (%next + 4), align 4
    ...

A copy into a stack object that another copy reads keeps the object in local memory, because nothing tells SROA what is
inside; value by value it becomes registers. Where a stack object is involved its members are the values, so that no
member's undefined bytes reach another; elsewhere the widest element that both alignments allow. All loads come before
all stores, so overlapping memmoves are right too. Neighbours are joined again by code generation.

Leaves alone: volatile copies, lengths that are not constant, more bytes or stores than the knobs allow (code generation
makes a loop of those), ranges that cut a member in two.
"""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Instruction, Module, Value
from opencicc.llvm.layout import Layout
from opencicc.llvm.types import Type
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.places import Place, at

COPIES = ("llvm.memcpy.", "llvm.memmove.")
Piece = tuple[int, Type]  # byte offset from the start of the copy, and the value's type


MAX_AGGR_COPY_SIZE = Option(
    "max-aggr-copy-size",
    128,
    "Bytes up to which a copy becomes single loads and stores.",
    source="our choice: the sources give no default",
    minimum=0,
)
LOWER_AGGR_UNROLLED_STORES_LIMIT = Option(
    "lower-aggr-unrolled-stores-limit",
    16,
    "The most stores written out for one copy.",
    source="our choice: the sources give no default",
    minimum=0,
)


@module_pass(
    "lower-aggr-copies",
    "Split aggregate copies into loads and stores, or loops.",
    kind="function",
    params=("lower-aggr-func-args",),
    when="copies",
    places=at(
        Place("simplify", after="ipmsp", why="a struct that is only copied in and out tells sroa nothing"),
        is_published=True,
    ),
    origin=NVIDIA_REGISTRY,
    reads=(MAX_AGGR_COPY_SIZE, LOWER_AGGR_UNROLLED_STORES_LIMIT),
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    most_bytes, most_stores = ctx.option(MAX_AGGR_COPY_SIZE), ctx.option(LOWER_AGGR_UNROLLED_STORES_LIMIT)
    layout, changed = module.layout, 0
    for copy in find_copies(module):
        length = copy.arguments[2].integer
        if length is None or not 0 < length < most_bytes or is_volatile(copy):
            continue
        pieces = find_pieces(copy, length, layout, module.context.ref)
        if pieces and len(pieces) <= most_stores:
            write_out(copy, pieces, module.context.ref)
            changed += 1
    return changed > 0


def find_copies(module: Module) -> list[Instruction]:
    """The calls of memcpy and memmove, by way of their declarations: there are few of these."""
    copies = [f for f in module.functions if f.is_declaration and f.name.startswith(COPIES)]
    return [Instruction(user.ref) for function in copies for user in function.users]


def is_volatile(copy: Instruction) -> bool:
    return copy.arguments[3].integer != 0


def find_pieces(copy: Instruction, length: int, layout: Layout, context: int) -> list[Piece]:
    """The values to copy: members of the stack object involved, or equal elements where there is none."""
    target, source = copy.arguments[0], copy.arguments[1]
    for pointer in (target, source):
        place = stack_place(pointer, layout)
        if place is not None:
            return members_within(place[0].allocated_type, place[1], length, layout)
    return equal_elements(length, min(copy.argument_alignment(0), copy.argument_alignment(1)), context)


def stack_place(pointer: Value, layout: Layout) -> tuple[Instruction, int] | None:
    """The stack object a pointer points into, and how many bytes in."""
    offset = 0
    while pointer.kind == "instruction":
        instruction = Instruction(pointer.ref)
        if instruction.opcode == "alloca":
            return instruction, offset
        if instruction.opcode == "getelementptr":
            for size, index in layout.address_terms(instruction):
                if not isinstance(index, int):
                    return None
                offset += size * index
        elif instruction.opcode not in ("addrspacecast", "bitcast"):
            return None
        pointer = instruction.operands[0]
    return None


def members_within(type_: Type, start: int, length: int, layout: Layout) -> list[Piece]:
    """The scalar members of an object in a range of bytes, from the range's start; nothing when one is cut in two."""
    pieces: list[Piece] = []
    end = start + length
    for offset, member in layout.scalars(type_):
        size = layout.size_bytes(member)
        if offset + size <= start or offset >= end:
            continue
        if offset < start or offset + size > end:
            return []
        pieces.append((offset - start, member))
    return pieces


def equal_elements(length: int, alignment: int, context: int) -> list[Piece]:
    """As many of the widest element as fit, then narrower ones for the tail."""
    pieces: list[Piece] = []
    offset = 0
    for width in (8, 4, 2, 1):
        while width <= alignment and offset + width <= length:
            pieces.append((offset, types.integer(context, width * 8)))
            offset += width
    return pieces


def write_out(copy: Instruction, pieces: list[Piece], context: int) -> None:
    target, source = copy.arguments[0], copy.arguments[1]
    alignments = copy.argument_alignment(0), copy.argument_alignment(1)
    byte = types.integer(context, 8)
    with edit.Builder(context) as builder:
        builder.before(copy)

        def at(pointer: Value, offset: int) -> Value:
            index = edit.constant_int(types.integer(context, 64), offset)
            return builder.gep(byte, pointer, [index], in_bounds=True) if offset else pointer

        values = []
        for offset, type_ in pieces:
            value = builder.load(type_, at(source, offset), "split")
            edit.set_alignment(value, common_alignment(alignments[1], offset))
            values.append(value)
        for (offset, _), value in zip(pieces, values, strict=True):
            store = builder.store(value, at(target, offset))
            edit.set_alignment(store, common_alignment(alignments[0], offset))
    edit.erase(copy)


def common_alignment(alignment: int, offset: int) -> int:
    both = alignment | offset
    return both & -both
