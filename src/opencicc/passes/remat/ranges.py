"""The values that an integer can have, as far as its own definition says: enough to know that a counter fits 32 bits."""

from __future__ import annotations

from opencicc.analysis.known_integers import constant
from opencicc.llvm.integers import signed
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.snapshot import Snapshot

_SEXT, _ZEXT, _AND, _LSHR, _ADD, _MUL = (OPCODES[name] for name in ("sext", "zext", "and", "lshr", "add", "mul"))
MOST_DEPTH = 4


@record
class Range:
    """All values from `low` to `high`, as signed numbers."""

    low: int
    high: int

    def is_within(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high


SIGNED_32 = (-(1 << 31), (1 << 31) - 1)
UNSIGNED_32 = (0, (1 << 32) - 1)


def range_of(flat: Snapshot, value: int, depth: int = 0) -> Range | None:
    """The range of an integer of up to 64 bits; None where nothing is known but its type, unless that is small."""
    width = Type(flat.types[value]).integer_width
    if not 1 <= width <= 64:
        return None
    known = constant(flat, value)
    if known is not None:
        number = signed(known, width)
        return Range(number, number)
    least, most = -(1 << (width - 1)), (1 << (width - 1)) - 1
    whole = Range(least, most) if width <= 32 else None
    number = value - flat.first_instruction
    if not 0 <= number < flat.instructions or depth >= MOST_DEPTH:
        return whole
    opcode, operands = flat.opcodes[number], flat.operands_of(number)
    found: Range | None = None
    if opcode == _SEXT:
        found = range_of(flat, operands[0], depth + 1)
    elif opcode == _ZEXT:
        inner, bits = range_of(flat, operands[0], depth + 1), Type(flat.types[operands[0]]).integer_width
        found = inner if inner and inner.low >= 0 else Range(0, (1 << bits) - 1)
    elif opcode == _AND:
        mask = constant(flat, operands[1])
        found = Range(0, mask) if mask is not None and signed(mask, width) >= 0 else None
    elif opcode == _LSHR:
        shift = constant(flat, operands[1])
        found = Range(0, (1 << (width - shift)) - 1) if shift and shift < width else None
    elif opcode in (_ADD, _MUL):
        left, right = (range_of(flat, each, depth + 1) for each in operands)
        if left and right and width > 32:  # of narrower ones nobody knows whether they wrap
            corners = (
                [left.low + right.low, left.high + right.high]
                if opcode == _ADD
                else [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            )
            found = Range(min(corners), max(corners))
    return found if found and found.is_within(least, most) else whole
