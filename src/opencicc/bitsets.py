"""Sets of small numbers as Python ints, bit n for the number n: made of many numbers at once, and asked for few.

A shift of one bit costs as much as the whole set, so that a loop over a function that shifts once for each value takes time
in the square of its length.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


def pack(numbers: Collection[int]) -> int:
    """The set of these numbers."""
    if not numbers:
        return 0
    marks = bytearray(max(numbers) // 8 + 1)
    for number in numbers:
        marks[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(marks, "little")


def unpack(bits: int) -> list[int]:
    """The numbers of a set, lowest first."""
    digits = bin(bits)[:1:-1]
    found, number = [], digits.find("1")
    while number >= 0:
        found.append(number)
        number = digits.find("1", number + 1)
    return found


class Members:
    """A set that many numbers are asked for."""

    def __init__(self, bits: int) -> None:
        self._marks = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
        self._end = 8 * len(self._marks)

    def __contains__(self, number: int) -> bool:
        return number < self._end and bool(self._marks[number >> 3] >> (number & 7) & 1)
