"""Exactly rounded double-precision arithmetic on Python integers, one value at a time.

The vector code falls back on this where its error-free transformations could overflow or
underflow: results near the ends of the exponent range, subnormals, directed rounding there.
"""

from __future__ import annotations

import math

PRECISION = 53
MIN_EXPONENT = -1074
MAX_FINITE = math.ldexp(2**53 - 1, 971)


def decompose(value: float) -> tuple[int, int]:
    """(m, e) with value == m * 2**e exactly."""
    fraction, exponent = math.frexp(value)
    return int(math.ldexp(fraction, PRECISION)), exponent - PRECISION


def round_scaled(m: int, e: int, mode: str, zero_sign: float = 1.0) -> float:
    """m * 2**e rounded to double; the lowest bit of m may be sticky."""
    if m == 0:
        return math.copysign(0.0, zero_sign)
    negative, m = m < 0, abs(m)
    drop = max(m.bit_length() - PRECISION, MIN_EXPONENT - e)
    if drop > 0:
        kept, rest, half = m >> drop, m & ((1 << drop) - 1), 1 << (drop - 1)
        up = {
            "rn": rest > half or (rest == half and kept & 1 == 1),
            "rz": False,
            "rm": negative and rest > 0,
            "rp": not negative and rest > 0,
        }[mode]
        m, e = kept + up, e + drop
    try:
        result = math.ldexp(m, e)
    except OverflowError:
        stays_finite = mode == "rz" or (mode == "rm" and not negative) or (mode == "rp" and negative)
        result = MAX_FINITE if stays_finite else math.inf
    return -result if negative else result


def is_special(*values: float) -> bool:
    return any(not math.isfinite(value) for value in values)


def _zero_sign(x: float, y: float, mode: str) -> float:
    """The sign of an exact zero x + y: that of both, else minus only when rounding down."""
    if math.copysign(1, x) == math.copysign(1, y):
        return math.copysign(1, x)
    return -1.0 if mode == "rm" else 1.0


def fma(a: float, b: float, c: float, mode: str) -> float:
    if is_special(a, b):
        return a * b + c
    if is_special(c):
        return c
    (ma, ea), (mb, eb), (mc, ec) = decompose(a), decompose(b), decompose(c)
    product_sign = math.copysign(1, a) * math.copysign(1, b)
    mp, ep = ma * mb, ea + eb
    low = min(ep, ec)
    total = (mp << (ep - low)) + (mc << (ec - low))
    product = math.copysign(0.0 if mp == 0 else 1.0, product_sign)
    return round_scaled(total, low, mode, _zero_sign(product, c, mode))


def add(a: float, b: float, mode: str) -> float:
    return fma(a, 1.0, b, mode)


def mul(a: float, b: float, mode: str) -> float:
    if is_special(a, b):
        return a * b
    (ma, ea), (mb, eb) = decompose(a), decompose(b)
    return round_scaled(ma * mb, ea + eb, mode, math.copysign(1, a) * math.copysign(1, b))


def div(a: float, b: float, mode: str) -> float:
    sign = math.copysign(1, a) * math.copysign(1, b)
    if math.isnan(a) or math.isnan(b) or (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return math.nan
    if math.isinf(a) or b == 0:
        return math.copysign(math.inf, sign)
    if math.isinf(b) or a == 0:
        return math.copysign(0.0, sign)
    (ma, ea), (mb, eb) = decompose(abs(a)), decompose(abs(b))
    quotient, rest = divmod(ma << 64, mb)
    m = (quotient << 1) | (rest != 0)
    return round_scaled(-m if sign < 0 else m, ea - eb - 65, mode)


def sqrt(a: float, mode: str) -> float:
    if math.isnan(a) or a < 0:
        return math.nan
    if a == 0 or math.isinf(a):
        return a
    m, e = decompose(a)
    shift = 70 + (e & 1)
    m, e = m << shift, e - shift
    root = math.isqrt(m)
    return round_scaled((root << 1) | (root * root != m), e // 2 - 1, mode)
