"""Typed values of generated code, each with a bound that proves operations on it safe.

An integer's bound is its largest value read as unsigned; a float's is an exponent e with |value| <= 2**e. So the
generator knows where `nuw` and `nsw` hold, and that no float ever becomes infinite or NaN.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("half", "float", "double")
# Largest exponent a value may have before it is scaled down: the product of two such values is still finite.
EXPONENT_LIMIT = {"half": 6, "float": 40, "double": 200}
# Exponent that values have at interfaces: loop-carried values, parameters, results and memory.
SETTLED_EXPONENT = {"half": 3, "float": 10, "double": 10}


@dataclass(frozen=True)
class Value:
    """`text` is a name or a constant, as it stands in the IR."""

    type: str
    text: str
    bound: int

    @property
    def is_constant(self) -> bool:
        return not self.text.startswith("%")

    def __str__(self) -> str:
        return f"{self.type} {self.text}"


def width(type_: str) -> int:
    """Bits of an integer type."""
    return int(type_[1:])


def full(type_: str) -> int:
    """The bound of a value about which nothing is known; for floats that of interfaces."""
    return SETTLED_EXPONENT[type_] if type_ in FLOATS else (1 << width(type_)) - 1


def integer(type_: str, number: int) -> Value:
    """An integer constant, spelled signed."""
    bits = width(type_)
    unsigned = number % (1 << bits)
    signed = unsigned - (1 << bits) if unsigned >> (bits - 1) else unsigned
    if type_ == "i1":
        return Value(type_, "true" if unsigned else "false", unsigned)
    return Value(type_, str(signed), unsigned)


def real(type_: str, number: float) -> Value:
    """A float constant; LLVM spells float and double as the bits of the double, half as its own."""
    narrow = struct.unpack({"half": "<e", "float": "<f", "double": "<d"}[type_], pack(type_, number))[0]
    if type_ == "half":
        text = f"0xH{struct.unpack('<H', struct.pack('<e', narrow))[0]:04X}"
    else:
        text = f"0x{struct.unpack('<Q', struct.pack('<d', narrow))[0]:016X}"
    return Value(type_, text, exponent_of(narrow))


def pack(type_: str, number: float) -> bytes:
    return struct.pack({"half": "<e", "float": "<f", "double": "<d"}[type_], number)


def exponent_of(number: float) -> int:
    """The smallest e >= 0 with |number| <= 2**e."""
    exponent = 0
    while abs(number) > 2.0**exponent:
        exponent += 1
    return exponent


def zero(type_: str) -> Value:
    return real(type_, 0.0) if type_ in FLOATS else integer(type_, 0)
