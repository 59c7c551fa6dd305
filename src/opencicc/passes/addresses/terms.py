"""An address as root + scaled indices + a constant number of bytes.

    getelementptr float, ptr %b, i64 (sext (add nsw i32 %t, 4))    is    %b + 4 * sext(%t) + 16

Address arithmetic wraps at 64 bits, so constants of a 64-bit index may always be moved out. Under an extension they may
where the narrow addition can't overflow: by its flags, or because what is added is known to be small.
"""

from __future__ import annotations

from opencicc.llvm.ir import Instruction, Value
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.layout import Layout

THREAD_NUMBERS = "llvm.nvvm.read.ptx.sreg.tid."
MOST_THREADS = 1024  # of a block in any dimension
MOST_STEPS = 32  # through one address: deeper ones are cut off there
_INDEX_BITS = 64


@record
class Term:
    """A value times a number of bytes; `extension` is how a narrower value becomes 64 bits wide: sext, zext or ''."""

    value: Value
    extension: str
    scale: int

    @property
    def key(self) -> tuple[int, str, int]:
        return self.value.ref, self.extension, self.scale


@record
class Address:
    """root + sum of terms + offset, in bytes, modulo 2^64; `steps` are the instructions that compute the variable part."""

    root: Value
    terms: tuple[Term, ...]
    offset: int
    steps: int

    @property
    def base(self) -> tuple[int, frozenset[tuple[int, str, int]]]:
        """What addresses that differ by a constant have in common."""
        return self.root.ref, frozenset(term.key for term in self.terms)


@record
class Limits:
    """How far an address is taken apart."""

    follows_chains: bool = True  # through addresses that are made from addresses
    depth: int = 0  # levels of index arithmetic beyond constants: a + b, a * 12, a << 2
    largest_thread: int = MOST_THREADS  # where a bound of thread numbers is below what a launch can have, none is used


class Decomposer:
    """Takes addresses of one function apart."""

    def __init__(self, layout: Layout, limits: Limits) -> None:
        self._layout = layout
        self._limits = limits
        self._scales: dict[tuple[Value, str], int] = {}
        self._offset = 0
        self._steps = 0

    def decompose(self, pointer: Value) -> Address:
        self._scales, self._offset, self._steps = {}, 0, 0
        root, count = pointer, 0
        while count < MOST_STEPS and is_opcode(root, "getelementptr"):
            if count and not self._limits.follows_chains:
                break
            address = Instruction(root.ref)
            if any(operand.type.integer_width > _INDEX_BITS for operand in address.operands[1:]):
                break
            self._steps += 1
            for size, index in self._layout.address_terms(address):
                if isinstance(index, int):
                    self._offset += size * index
                else:
                    self._add(index, "", size, self._limits.depth)
            root, count = address.operands[0], count + 1
        terms = [Term(value, extension, scale) for (value, extension), scale in self._scales.items() if _wrap(scale)]
        return Address(root, tuple(terms), _signed(self._offset), self._steps)

    def _add(self, index: Value, extension: str, scale: int, depth: int) -> None:
        """Note `scale` times an index, its constants moved out."""
        width = index.type.integer_width
        if width < _INDEX_BITS and not extension:
            extension = "sext"  # what an address does with a narrow index
        constant = index.integer
        if constant is not None:
            self._offset += scale * (_signed(constant, width) if extension == "sext" else constant)
            return
        inner = Instruction(index.ref)
        opcode = inner.opcode if index.kind == "instruction" else ""
        if opcode in ("sext", "zext") and extension in ("", opcode) and width == _INDEX_BITS:
            self._steps += 1
            return self._add(inner.operands[0], opcode, scale, depth)
        if opcode in ("add", "sub", "mul", "shl", "or") and self._may_split(inner, opcode, extension):
            return self._split(inner, opcode, extension, scale, depth)
        key = (index, extension)
        self._scales[key] = self._scales.get(key, 0) + scale

    def _may_split(self, inner: Instruction, opcode: str, extension: str) -> bool:
        if opcode == "or":
            return inner.is_disjoint
        if not extension:
            return True
        if extension == "sext":
            return inner.has_no_signed_wrap or self._bound(inner, 0) < 1 << (inner.type.integer_width - 1)
        return inner.has_no_unsigned_wrap or self._bound(inner, 0) < 1 << inner.type.integer_width

    def _split(self, inner: Instruction, opcode: str, extension: str, scale: int, depth: int) -> None:
        left, right = inner.operands
        constant = right.integer
        width = inner.type.integer_width
        if constant is not None and extension != "zext":
            constant = _signed(constant, width)
        if opcode in ("add", "or", "sub") and (constant is not None or depth):
            self._steps += 1
            self._add(left, extension, scale, depth if constant is not None else depth - 1)
            self._add(
                right, extension, -scale if opcode == "sub" else scale, depth if constant is not None else depth - 1
            )
        elif opcode in ("mul", "shl") and constant is not None and depth and (opcode == "mul" or 0 <= constant < width):
            self._steps += 1
            self._add(left, extension, scale * (constant if opcode == "mul" else 1 << constant), depth - 1)
        else:
            key = (Value(inner.ref), extension)
            self._scales[key] = self._scales.get(key, 0) + scale

    def _bound(self, value: Value, depth: int) -> int:
        """The largest that an integer can be, unsigned, and no part of it can have overflowed."""
        width = value.type.integer_width
        most = (1 << width) - 1
        constant = value.integer
        if constant is not None:
            return constant
        if value.kind != "instruction" or depth > 4:
            return most + 1  # unknown: nothing may be concluded
        inner = Instruction(value.ref)
        opcode = inner.opcode
        if opcode == "call" and inner.callee_name.startswith(THREAD_NUMBERS):
            return MOST_THREADS - 1 if self._limits.largest_thread >= MOST_THREADS else most + 1
        if opcode == "zext":
            return min(self._bound(inner.operands[0], depth + 1), (1 << inner.operands[0].type.integer_width) - 1)
        if opcode == "and" and inner.operands[1].integer is not None:
            return min(inner.operands[1].integer, most)
        if opcode in ("add", "mul", "shl") and len(inner.operands) == 2:
            left, right = (self._bound(operand, depth + 1) for operand in inner.operands)
            if left > most or right > most or (opcode == "shl" and right >= width):
                return most + 1
            return {"add": left + right, "mul": left * right, "shl": left << min(right, width)}[opcode]
        return most + 1


def is_opcode(value: Value, opcode: str) -> bool:
    return value.kind == "instruction" and Instruction(value.ref).opcode == opcode


def _signed(value: int, width: int = _INDEX_BITS) -> int:
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def _wrap(value: int) -> int:
    return value & ((1 << _INDEX_BITS) - 1)
