"""Integer instructions on constants of which some are known to be constants and nothing more."""

from __future__ import annotations

from opencicc.llvm import integers

# A constant whose number is not worked out: an element of a constant table.
KNOWN = -1  # never an ordinary value here: those are unsigned


def fold(opcode: str, predicate: str, values: list[int], from_width: int, width: int) -> int | None:
    """The result as an unsigned number, KNOWN if it is a constant nobody worked out, None if it does not fold."""
    if opcode not in _FOLDABLE:
        return None
    if KNOWN in values:
        return KNOWN
    if opcode == "icmp":
        return int(integers.compare(predicate, values[0], values[1], from_width))
    if opcode == "select":
        return values[1] if values[0] else values[2]
    return integers.fold(opcode, values, from_width, width)


_FOLDABLE = frozenset((*integers.BINARY, *integers.CASTS, "icmp", "select"))
