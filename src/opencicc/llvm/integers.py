"""The IR's integer instructions on numbers: one place that knows what they compute, and where they have no result.

Numbers are unsigned, as the bits of a value; a result that the IR leaves undefined is None.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Binary = Callable[[int, int, int], int | None]


def signed(value: int, width: int) -> int:
    """The number that these bits are in two's complement."""
    return value - (1 << width) if width and value >> (width - 1) else value


def compare(predicate: str, left: int, right: int, width: int) -> bool:
    """icmp: eq, ne, ult, sge, ..."""
    if predicate[0] == "s":
        left, right = signed(left, width), signed(right, width)
    return _ORDERS[predicate[-2:]](left, right)


def fold(opcode: str, values: Sequence[int], from_width: int, width: int) -> int | None:
    """The result of arithmetic or a cast; None where it has none and for other instructions."""
    mask = (1 << width) - 1
    if opcode in CASTS:
        return (signed(values[0], from_width) if opcode == "sext" else values[0]) & mask
    if opcode not in BINARY or len(values) != 2:
        return None
    result = BINARY[opcode](values[0], values[1], width)
    return None if result is None else result & mask


def _divide(left: int, right: int, width: int) -> int | None:
    a, b = signed(left, width), signed(right, width)
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if b else None  # IR rounds towards zero


def _remainder(left: int, right: int, width: int) -> int | None:
    quotient = _divide(left, right, width)
    return None if quotient is None else signed(left, width) - quotient * signed(right, width)


CASTS = frozenset(("trunc", "zext", "sext"))
SHIFTS = frozenset(("shl", "lshr", "ashr"))
DIVISIONS = frozenset(("udiv", "urem", "sdiv", "srem"))
# Results are not cut to the width yet.
BINARY: dict[str, Binary] = {
    "add": lambda a, b, w: a + b,
    "sub": lambda a, b, w: a - b,
    "mul": lambda a, b, w: a * b,
    "and": lambda a, b, w: a & b,
    "or": lambda a, b, w: a | b,
    "xor": lambda a, b, w: a ^ b,
    "shl": lambda a, b, w: a << b if b < w else None,
    "lshr": lambda a, b, w: a >> b if b < w else None,
    "ashr": lambda a, b, w: signed(a, w) >> b if b < w else None,
    "udiv": lambda a, b, w: a // b if b else None,
    "urem": lambda a, b, w: a % b if b else None,
    "sdiv": _divide,
    "srem": _remainder,
}
_ORDERS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
