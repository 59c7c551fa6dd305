"""Integer arithmetic on constants, as the IR defines it; undefined results are not folded."""

from __future__ import annotations

# A constant whose number is not worked out: an element of a constant table.
KNOWN = -1  # never an ordinary value here: those are unsigned

_COMPARE = {"lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}


def fold(opcode: str, predicate: str, values: list[int], from_width: int, width: int) -> int | None:
    """The result as an unsigned number, KNOWN if it is a constant nobody worked out, None if it does not fold."""
    if opcode not in _FOLDABLE:
        return None
    if KNOWN in values:
        return KNOWN
    if opcode == "icmp":
        return int(_compare(predicate, values[0], values[1], from_width))
    if opcode == "select":
        return values[1] if values[0] else values[2]
    result = _arithmetic(opcode, values, from_width)
    return None if result is None else result & ((1 << width) - 1)


def _arithmetic(opcode: str, values: list[int], width: int) -> int | None:
    left, right = values[0], values[-1]
    if opcode in ("shl", "lshr", "ashr") and right >= width:
        return None
    if opcode in ("udiv", "urem", "sdiv", "srem"):
        return _divide(opcode, left, right, width)
    return _FOLDABLE[opcode](left, right, width)  # type: ignore[misc]


def _divide(opcode: str, left: int, right: int, width: int) -> int | None:
    if not right:
        return None
    if opcode in ("udiv", "urem"):
        return left // right if opcode == "udiv" else left % right
    dividend, divisor = signed(left, width), signed(right, width)
    quotient = abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)
    return quotient if opcode == "sdiv" else dividend - quotient * divisor


def _compare(predicate: str, left: int, right: int, width: int) -> bool:
    if predicate in ("eq", "ne"):
        return (left == right) == (predicate == "eq")
    if predicate.startswith("s"):
        left, right = signed(left, width), signed(right, width)
    return bool(_COMPARE[predicate[1:]](left, right))


def signed(value: int, width: int) -> int:
    return value - (1 << width) if width and value >> (width - 1) else value


_FOLDABLE = {
    "add": lambda a, b, w: a + b,
    "sub": lambda a, b, w: a - b,
    "mul": lambda a, b, w: a * b,
    "shl": lambda a, b, w: a << b,
    "lshr": lambda a, b, w: a >> b,
    "ashr": lambda a, b, w: signed(a, w) >> b,
    "and": lambda a, b, w: a & b,
    "or": lambda a, b, w: a | b,
    "xor": lambda a, b, w: a ^ b,
    "trunc": lambda a, b, w: a,
    "zext": lambda a, b, w: a,
    "sext": lambda a, b, w: signed(a, w),
    "udiv": None,
    "urem": None,
    "sdiv": None,
    "srem": None,
    "icmp": None,
    "select": None,
}
