"""Floating-point literals as LLVM 23 writes them, in the spelling that libLLVM 22 reads.

    float f0x3DCCCCCD            =>    float 0x3FB99999A0000000      the bits of the type itself
    half 1.000000e-01            =>    half 0xH2E66                  decimals are rounded to the type, not refused
    double +inf, -qnan           =>    double 0x7FF0000000000000, 0xFFF8000000000000
    bfloat +nan(0x1), +snan(0x1) =>    bfloat 0xR7FC1, 0xR7F81       a quiet or signalling NaN with this payload
    float 0x1.8p1                =>    float 0x4008000000000000

A literal's type is the last floating-point type named before it: in every instruction and constant of LLVM IR an
operand without a type of its own has that of the operand before it. Names, strings and comments are passed over.
Called only on text that libLLVM has refused.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

# Width, bits of the mantissa, and what goes before the digits.
FORMATS = {"half": (16, 10, "0xH"), "bfloat": (16, 7, "0xR"), "float": (32, 23, "0x"), "double": (64, 52, "0x")}
_DOUBLE_MANTISSA, _DOUBLE_BIAS = 52, 1023

_TOKENS = re.compile(
    r"""
      "[^"]*" | ;[^\n]*                                   # strings and comments
    | [%@!$\#][-\w.$]+ | ^[-\w.$]+:                       # names and labels
    | (?P<type>\b(?:half|bfloat|float|double|fp128|x86_fp80|ppc_fp128)\b)
    | (?<![\w.$])(?P<bits>f0x[0-9A-Fa-f]+)\b
    | (?<![\w.$])(?P<special>[+-](?:inf|qnan|nan\(0x[0-9A-Fa-f]+\)|snan\(0x[0-9A-Fa-f]+\)))
    | (?<![\w.$])(?P<hex>[+-]?0x[0-9A-Fa-f]*\.?[0-9A-Fa-f]*p[+-]?\d+)\b
    | (?<![\w.$])(?P<decimal>[+-]?\d+\.\d*(?:[eE][+-]?\d+)?)(?![\w.])
    """,
    re.VERBOSE | re.MULTILINE,
)
_NEWER = re.compile(r"(?<![\w.$%@\"-])(?:f0x[0-9A-Fa-f]|[+-](?:inf|qnan|s?nan\(0x))")


def has_newer_literals(text: str) -> bool:
    """Does the text use spellings that no release before LLVM 23 wrote?"""
    return _NEWER.search(text) is not None


def translate(text: str) -> str:
    """The text with every floating-point literal spelled for libLLVM 22; what can't be is left as it is."""
    type_name = ""

    def replace(found: re.Match[str]) -> str:
        nonlocal type_name
        kind = found.lastgroup
        if kind == "type":
            type_name = found[0]
        if kind in (None, "type") or type_name not in FORMATS:
            return found[0]
        return spell(_bits(found[0], str(kind), type_name), type_name)

    return _TOKENS.sub(replace, text)


def spell(bits: int, type_name: str) -> str:
    """The bits of a number as libLLVM 22 reads them; a float is written as the double of the same value."""
    width, mantissa, prefix = FORMATS[type_name]
    if type_name == "float":
        return f"0x{_widened(bits, width, mantissa):016X}"
    return f"{prefix}{bits:0{width // 4}X}"


def _widened(bits: int, width: int, mantissa: int) -> int:
    """The bits of the double that is the same number, or a NaN with the same payload."""
    sign, fraction = bits >> (width - 1), bits & ((1 << mantissa) - 1)
    exponent_bits = width - 1 - mantissa
    exponent = bits >> mantissa & ((1 << exponent_bits) - 1)
    bias = (1 << (exponent_bits - 1)) - 1
    if exponent == (1 << exponent_bits) - 1:
        wide = 2 * _DOUBLE_BIAS + 1
    elif exponent or not fraction:
        wide = exponent - bias + _DOUBLE_BIAS if exponent else 0
    else:  # a subnormal float is a normal double
        shift = mantissa + 1 - fraction.bit_length()
        fraction = fraction << shift & ((1 << mantissa) - 1)
        wide = 1 - shift - bias + _DOUBLE_BIAS
    return sign << 63 | wide << _DOUBLE_MANTISSA | fraction << (_DOUBLE_MANTISSA - mantissa)


def _bits(literal: str, kind: str, type_name: str) -> int:
    width, mantissa, _ = FORMATS[type_name]
    if kind == "bits":
        return int(literal[1:], 16) & ((1 << width) - 1)
    sign = (1 << (width - 1)) if literal[0] == "-" else 0
    word = literal.lstrip("+-")
    infinity, quiet = ((1 << (width - 1 - mantissa)) - 1) << mantissa, 1 << (mantissa - 1)
    if kind == "special":
        payload = int(word.partition("(")[2].rstrip(")") or "0", 16) & (quiet - 1)
        return sign | infinity | (0 if word == "inf" else payload if word[0] == "s" else quiet | payload)
    from fractions import Fraction

    return sign | rounded(_hex_value(word) if kind == "hex" else Fraction(word), width, mantissa)


def _hex_value(word: str) -> Fraction:
    from fractions import Fraction

    digits, _, power = word[2:].partition("p")
    whole, _, part = digits.partition(".")
    return Fraction(int(whole + part or "0", 16)) * Fraction(2) ** (int(power) - 4 * len(part))


def rounded(value: Fraction, width: int, mantissa: int) -> int:
    """The bits of the number of this format that is nearest to a value from zero up, ties to even."""
    if not value:
        return 0
    exponent_bits = width - 1 - mantissa
    bias = (1 << (exponent_bits - 1)) - 1
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if value < _power(exponent):
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    steps = round(value / _power(exponent - mantissa))  # Python rounds ties to even, too
    # A carry out of the mantissa runs into the exponent, and there it belongs.
    bits = steps + ((exponent + bias - 1) << mantissa)
    return min(bits, ((1 << exponent_bits) - 1) << mantissa)


def _power(exponent: int) -> Fraction:
    from fractions import Fraction

    return Fraction(2) ** exponent
