"""Small copies as loads and stores of single values, early, so that sroa sees what is inside a stack object.

Where a stack object is involved its members are the values, so that no member's undefined bytes reach another; elsewhere
the widest element that both alignments allow. All loads come before all stores, so overlapping memmoves are right too.
Leaves alone: volatile copies, lengths that are not constant, ranges that cut a member in two.
"""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Instruction, Value
from opencicc.llvm.layout import Layout
from opencicc.llvm.services import services
from opencicc.llvm.types import Type
from opencicc.passes.copies.transfer import stack_place

Piece = tuple[int, Type]  # byte offset from the start of the copy, and the value's type
Known = dict[tuple[Type, int, int], list[Piece]]  # by the type of the object, the offset in it and the length
WIDEST_INTEGER = 8


def write_small(calls: list[Instruction], layout: Layout, context: int, most_bytes: int, most_stores: int) -> int:
    """Write these copies out where they are small; how many were."""
    written = 0
    known: Known = {}
    for copy in calls:
        arguments = copy.arguments
        length = arguments[2].integer
        if length is None or not 0 < length < most_bytes or arguments[3].integer != 0:
            continue
        alignments = copy.argument_alignment(0), copy.argument_alignment(1)
        pieces = find_pieces(arguments, length, min(alignments), layout, context, known)
        if pieces and len(pieces) <= most_stores:
            services().copy_in_pieces(copy, pieces, alignments)
            edit.erase(copy)
            written += 1
    return written


def find_pieces(
    arguments: list[Value], length: int, alignment: int, layout: Layout, context: int, known: Known
) -> list[Piece]:
    """The values to copy: members of the stack object involved, or equal elements where there is none."""
    for pointer in arguments[:2]:
        place = stack_place(pointer, layout)
        if place is not None:
            key = place[0].allocated_type, place[1], length
            if key not in known:  # a module with a thousand copies has a few kinds of structs
                known[key] = members_within(*key, layout)
            return known[key]
    return equal_elements(length, alignment, context)


def members_within(type_: Type, start: int, length: int, layout: Layout) -> list[Piece]:
    """The scalar members of an object in a range of bytes, from the range's start; nothing when one is cut in two."""
    found: list[Piece] = []
    is_whole = _collect(type_, 0, start, start + length, layout, found)
    return [(offset - start, member) for offset, member in found] if is_whole else []


def _collect(type_: Type, offset: int, start: int, end: int, layout: Layout, found: list[Piece]) -> bool:
    """Add the members of an object at `offset` that are in a range; False when one is cut in two.

    Looks only at what is in the range: a small piece of a large array costs no more than one of a small array.
    """
    kind = type_.kind
    if kind == "array":
        size = layout.size_bytes(type_.element)
        first = max(0, (start - offset) // size) if size else 0
        last = min(type_.length, -(-(end - offset) // size)) if size else 0
        return all(
            _collect(type_.element, offset + index * size, start, end, layout, found) for index in range(first, last)
        )
    if kind == "struct":
        return all(
            _collect(field, offset + layout.field_offset(type_, index), start, end, layout, found)
            for index, field in enumerate(type_.fields)
        )
    size = layout.size_bytes(type_)
    if offset + size <= start or offset >= end:
        return True
    found.append((offset, type_))
    return start <= offset and offset + size <= end


def equal_elements(length: int, alignment: int, context: int) -> list[Piece]:
    """As many of the widest element as fit, then narrower ones for the tail."""
    pieces: list[Piece] = []
    offset, width = 0, WIDEST_INTEGER
    while width:
        while width <= alignment and offset + width <= length:
            pieces.append((offset, types.integer(context, width * 8)))
            offset += width
        width //= 2
    return pieces
