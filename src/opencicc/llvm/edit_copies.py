"""A copy of memory as loads and stores of its parts, where the native helper does not write it out (`services.copy_in_pieces`)."""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.ir import Instruction, Value
from opencicc.llvm.layout import common_alignment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.llvm.types import Type


def copy_in_pieces(copy: Instruction, pieces: Sequence[tuple[int, Type]], alignments: tuple[int, int]) -> None:
    """Loads of all pieces and then their stores, in front of a call of memcpy or memmove, which stays."""
    target, source = copy.arguments[:2]
    with edit.Builder(copy.parent.parent.context) as builder:
        builder.before(copy)
        byte, word = types.integer(builder.context, 8), types.integer(builder.context, 64)

        def at(pointer: Value, offset: int) -> Value:
            return builder.gep(byte, pointer, [edit.constant_int(word, offset)], in_bounds=True) if offset else pointer

        values = []
        for offset, type_ in pieces:
            value = builder.load(type_, at(source, offset), "split")
            edit.set_alignment(value, common_alignment(alignments[1], offset))
            values.append(value)
        for (offset, _), value in zip(pieces, values, strict=True):
            store = builder.store(value, at(target, offset))
            edit.set_alignment(store, common_alignment(alignments[0], offset))
