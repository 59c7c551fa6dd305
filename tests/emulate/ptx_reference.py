"""Arithmetic written for clarity, on fractions: what the emulator is checked against."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

# (precision, smallest exponent, largest exponent) of the value 1.xxx * 2**e.
FORMATS = {"f16": (11, -14, 15), "bf16": (8, -126, 127), "f32": (24, -126, 127), "f64": (53, -1022, 1023)}


def round_fraction(value: Fraction, format: str, mode: str, zero_sign: int = 1) -> float:
    """A fraction rounded to a format, as a Python float (inf when too large)."""
    precision, low, high = FORMATS[format]
    if value == 0:
        return -0.0 if zero_sign < 0 else 0.0
    sign, size = (-1 if value < 0 else 1), abs(value)
    exponent = math.floor(math.log2(size.numerator) - math.log2(size.denominator))
    while Fraction(2) ** exponent > size:
        exponent -= 1
    while Fraction(2) ** (exponent + 1) <= size:
        exponent += 1
    unit = Fraction(2) ** (max(exponent, low) - precision + 1)
    steps, rest = divmod(size, unit)
    up = {
        "rn": rest * 2 > unit or (rest * 2 == unit and steps % 2 == 1),
        "rz": False,
        "rm": sign < 0 and rest > 0,
        "rp": sign > 0 and rest > 0,
        "rna": rest * 2 >= unit,
    }[mode]
    size = (steps + up) * unit
    if size >= Fraction(2) ** (high + 1):
        to_infinity = {"rn": True, "rna": True, "rz": False, "rm": sign < 0, "rp": sign > 0}[mode]
        return sign * (
            math.inf if to_infinity else float(Fraction(2) ** (high + 1) - Fraction(2) ** (high - precision + 1))
        )
    return sign * float(size) if size else math.copysign(0.0, sign)


def exact_sum(x: float, y: Fraction, product_sign: int, format: str, mode: str) -> float:
    total = Fraction(x) + y
    signs = {math.copysign(1, x), product_sign}
    zero_sign = product_sign if len(signs) == 1 else (-1 if mode == "rm" else 1)
    return round_fraction(total, format, mode, zero_sign)


def fma(a: float, b: float, c: float, format: str, mode: str) -> float:
    if any(math.isnan(v) for v in (a, b, c)):
        return math.nan
    sign = int(math.copysign(1, a) * math.copysign(1, b))
    if math.isinf(a) or math.isinf(b):
        if a == 0 or b == 0 or (math.isinf(c) and (c > 0) != (sign > 0)):
            return math.nan
        return sign * math.inf
    if math.isinf(c):
        return c
    return exact_sum(c, Fraction(a) * Fraction(b), sign, format, mode)


def add(a: float, b: float, format: str, mode: str) -> float:
    return fma(a, 1.0, b, format, mode)


def mul(a: float, b: float, format: str, mode: str) -> float:
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b
    sign = int(math.copysign(1, a) * math.copysign(1, b))
    return round_fraction(Fraction(a) * Fraction(b), format, mode, sign)


def div(a: float, b: float, format: str, mode: str) -> float:
    sign = int(math.copysign(1, a) * math.copysign(1, b))
    if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return math.nan
    if math.isinf(a) or b == 0:
        return sign * math.inf
    if math.isinf(b):
        return math.copysign(0.0, sign)
    return round_fraction(Fraction(a) / Fraction(b), format, mode, sign)


def sqrt(a: float, format: str, mode: str) -> float:
    if math.isnan(a) or a < 0:
        return math.nan
    if a == 0 or math.isinf(a):
        return a
    value = Fraction(a)
    scale = 1 << 600
    root = math.isqrt(value.numerator * scale * scale // value.denominator)
    exact = root * root * value.denominator == value.numerator * scale * scale
    return round_fraction(Fraction(2 * root + (not exact), 2 * scale), format, mode)


def flush(value: float, format: str = "f32") -> float:
    """.ftz: a subnormal becomes zero."""
    return math.copysign(0.0, value) if value != 0 and abs(value) < 2.0 ** FORMATS[format][1] else value


def signed(value: int, bits: int) -> int:
    value %= 1 << bits
    return value - (1 << bits) if value >> (bits - 1) else value


def float_bits(values: Any, dtype: Any) -> Any:
    """Python floats as an array, without warnings about range."""
    with np.errstate(all="ignore"):
        return np.array(values, np.float64).astype(dtype)
