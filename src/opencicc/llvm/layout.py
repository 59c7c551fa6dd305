"""Sizes and offsets by a module's data layout, and what an address computation adds up to.

libLLVM ends the process when it is asked for the size of a scalable vector, so types are looked at before.
"""

from __future__ import annotations

from opencicc.errors import UnsupportedError
from opencicc.llvm.library import load
from opencicc.llvm.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.llvm.ir import Value


class Layout:
    """The data layout of a module; true while the module is."""

    __slots__ = ("ref",)

    def __init__(self, ref: int) -> None:
        self.ref = ref

    def size_bytes(self, type_: Type) -> int:
        """The distance between two neighbours of a type in an array."""
        return int(load().LLVMABISizeOfType(self.ref, _sized(type_).ref))

    def alignment(self, type_: Type) -> int:
        """The alignment that calls and memory have to give a type."""
        return int(load().LLVMABIAlignmentOfType(self.ref, _sized(type_).ref))

    def field_offset(self, struct: Type, index: int) -> int:
        return int(load().LLVMOffsetOfElement(self.ref, _sized(struct).ref, index))

    def scalars(self, type_: Type, start: int = 0) -> Iterator[tuple[int, Type]]:
        """The scalar members of a type, with their byte offsets, in order; padding is left out."""
        kind = type_.kind
        if kind == "struct":
            for index, field in enumerate(type_.fields):
                yield from self.scalars(field, start + self.field_offset(type_, index))
        elif kind == "array":
            size = self.size_bytes(type_.element)
            for index in range(type_.length):
                yield from self.scalars(type_.element, start + index * size)
        else:
            yield start, type_

    def address_terms(self, address: Value) -> Iterator[tuple[int, int | Value]]:
        """A getelementptr, an instruction or a constant, as terms (bytes, index) to be multiplied and added; constant indices as ints."""
        lib = load()
        type_ = Type(lib.LLVMGetGEPSourceElementType(address.ref))
        for position, index in enumerate(address.operands[1:]):
            constant = _signed(index)
            if position == 0:
                yield self.size_bytes(type_), index if constant is None else constant
            elif type_.kind == "struct":
                number = constant or 0
                yield 1, self.field_offset(type_, number)
                type_ = type_.fields[number]
            else:
                type_ = type_.element
                yield self.size_bytes(type_), index if constant is None else constant


_ALWAYS_SIZED = frozenset(("integer", "pointer", "float", "double", "half", "bfloat", "vector"))


def _sized(type_: Type) -> Type:
    if type_.kind not in _ALWAYS_SIZED and type_.is_scalable:
        raise UnsupportedError(
            f"scalable vector: the size of {type_.text} is not known to the compiler",
            fix="use vectors of a fixed length, such as <4 x i32>",
        )
    return type_


def _signed(value: Value) -> int | None:
    lib = load()
    return int(lib.LLVMConstIntGetSExtValue(value.ref)) if lib.LLVMIsAConstantInt(value.ref) else None


def common_alignment(alignment: int, offset: int) -> int:
    """Of what stands so many bytes behind a place of this alignment."""
    both = alignment | offset
    return both & -both
