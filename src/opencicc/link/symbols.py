"""Symbols as data: how big a type is, which declarations disagree, what a builtin module gives.

Pure: types are read through the few attributes of `SizedType`, so tests need no LLVM.
"""

from __future__ import annotations

from opencicc.llvm.names import LOCAL_LINKAGES as LOCAL_LINKAGES
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Protocol

    class SizedType(Protocol):
        """What `llvm.types.Type` offers and size rules need."""

        @property
        def kind(self) -> str: ...
        @property
        def integer_width(self) -> int: ...
        @property
        def element(self) -> SizedType: ...
        @property
        def length(self) -> int: ...
        @property
        def fields(self) -> Sequence[SizedType]: ...
        @property
        def is_packed(self) -> bool: ...
        @property
        def result(self) -> SizedType: ...
        @property
        def params(self) -> Sequence[SizedType]: ...
        @property
        def is_vararg(self) -> bool: ...


_SCALAR_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "x86_fp80": 80, "fp128": 128, "ppc_fp128": 128,
                "pointer": 64}  # fmt: skip
_LARGEST_INTEGER_ALIGNMENT = 16


@record
class Symbol:
    """A name one module shows to the others; `size_bytes` 0 means that it does not say."""

    name: str
    module: str
    size_bytes: int
    is_declaration: bool


def size_bytes(type_: SizedType) -> int:
    """The bytes one element of this type takes in an array, padding included; 0 where there is no size."""
    size, alignment = _layout(type_)
    return _round_up(size, alignment)


def signature_bytes(type_: SizedType) -> int:
    """The size of a function's type: its result and parameters together; 0 when it takes any arguments."""
    if type_.is_vararg:
        return 0
    return size_bytes(type_.result) + sum(size_bytes(p) for p in type_.params)


def find_size_mismatches(symbols: Iterable[Symbol]) -> list[str]:
    """One message for each symbol that disagrees with the first module that has its name.

    Two definitions are left to the linker, whose rules for weak and common symbols allow them to
    differ; an unsized array (`extern int table[]`) agrees with everything.
    """
    first: dict[str, Symbol] = {}
    messages = []
    for symbol in symbols:
        known = first.setdefault(symbol.name, symbol)
        if known.size_bytes == symbol.size_bytes or not (known.size_bytes and symbol.size_bytes):
            continue
        if known.is_declaration or symbol.is_declaration:
            messages.append(
                f"Size does not match for {symbol.name} in {symbol.module} with size {symbol.size_bytes} "
                f"specified in {known.module} with size {known.size_bytes}."
            )
    return messages


@record
class Choice:
    """What is taken from a builtin module: names nobody defined yet, and the user's that give way."""

    wanted: tuple[str, ...]
    overridden: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.wanted + self.overridden


def choose(user: dict[str, bool], is_offered: Callable[[str], bool], *, override: bool) -> Choice:
    """Decide by name; `user` says of each visible name whether the user's modules define it."""
    offered = [name for name in user if is_offered(name)]
    return Choice(
        tuple(name for name in offered if not user[name]),
        tuple(name for name in offered if user[name] and override),
    )


def _layout(type_: SizedType) -> tuple[int, int]:
    """Size and alignment in bytes under NVPTX's data layout."""
    kind = type_.kind
    if kind in _SCALAR_BITS:
        size = _SCALAR_BITS[kind] // 8
        return size, _power_of_two(size)
    if kind == "integer":
        size = -(-type_.integer_width // 8)
        return size, min(_power_of_two(size), _LARGEST_INTEGER_ALIGNMENT)
    if kind == "vector":
        size = -(-_element_bits(type_.element) * type_.length // 8)
        return size, _power_of_two(size)
    if kind == "array":
        return size_bytes(type_.element) * type_.length, _layout(type_.element)[1]
    return _struct_layout(type_) if kind == "struct" else (0, 1)


def _struct_layout(type_: SizedType) -> tuple[int, int]:
    end, largest = 0, 1
    for field in type_.fields:
        alignment = 1 if type_.is_packed else _layout(field)[1]
        end = _round_up(end, alignment) + size_bytes(field)
        largest = max(largest, alignment)
    return _round_up(end, largest), largest


def _element_bits(type_: SizedType) -> int:
    return type_.integer_width if type_.kind == "integer" else _SCALAR_BITS[type_.kind]


def _power_of_two(size: int) -> int:
    return 1 << max(size - 1, 0).bit_length()


def _round_up(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment
