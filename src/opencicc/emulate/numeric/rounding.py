"""Error-free sums and products, round-to-odd, and rounding of doubles to narrower formats.

A sum or product of narrow floats is formed in double precision together with its error. Rounding
that pair "to odd" (an inexact result gets an odd last bit) loses nothing that a later rounding to a
format at least two bits narrower needs: the final result is as if rounded once, in any mode.
"""

from __future__ import annotations

import numpy as np

from opencicc.emulate.numeric.arrays import F16, F32, F64, S64, U16, U32, Array

NAN32 = np.array([0x7FFFFFFF], U32).view(F32)
NAN16 = np.array([0x7FFF], U16).view(F16)
MIN_NORMAL32 = np.float32(2.0**-126)


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """s + e == a + b exactly, s the rounded sum (Knuth)."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def split(a: Array) -> tuple[Array, Array]:
    """Two halves of 26 bits (Veltkamp)."""
    c = a * 134217729.0
    high = c - (c - a)
    return high, a - high


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """p + e == a * b exactly (Dekker), as long as nothing over- or underflows."""
    p = a * b
    ah, al = split(a)
    bh, bl = split(b)
    return p, al * bl - (((p - ah * bh) - al * bh) - ah * bl)


def to_odd(s: Array, error: Array) -> Array:
    """The double with an odd last bit next to s + error, where the error is not zero."""
    bits = s.view(S64)
    move = (error != 0) & ((bits & 1) == 0) & np.isfinite(s)
    if not move.any():
        return s
    away = np.signbit(error) == np.signbit(s)
    return np.where(move, bits + np.where(away, 1, -1), bits).view(F64)


def directed(s: Array, error: Array, mode: str) -> Array:
    """s (rounded to nearest) moved to where `mode` rounds s + error."""
    if mode == "rm":
        return np.where(error < 0, np.nextafter(s, -np.inf), s)
    if mode == "rp":
        return np.where(error > 0, np.nextafter(s, np.inf), s)
    toward_zero = (error != 0) & (np.signbit(error) != np.signbit(s))
    return np.where(toward_zero, np.nextafter(s, 0.0), s) if mode == "rz" else s


def narrow(x: Array, mode: str, dtype: np.dtype[np.floating]) -> Array:
    """A double rounded to float32 or float16."""
    r = x.astype(dtype)
    if mode == "rn":
        return r
    wide = r.astype(F64)
    down, up = np.array(-np.inf, dtype), np.array(np.inf, dtype)
    if mode == "rm":
        return np.where(wide > x, np.nextafter(r, down), r)
    if mode == "rp":
        return np.where(wide < x, np.nextafter(r, up), r)
    return np.where(np.abs(wide) > np.abs(x), np.nextafter(r, np.zeros(1, dtype)), r)


def to_f32(x: Array, mode: str = "rn") -> Array:
    return narrow(x, mode, F32)


def to_f16(x: Array, mode: str = "rn") -> Array:
    return narrow(x, mode, F16)


def odd_f32(x: Array) -> Array:
    """A double rounded to odd in float32, ready for a rounding to bfloat16 or less."""
    r = narrow(x, "rz", F32)
    inexact = (r.astype(F64) != x) & np.isfinite(x)
    return np.where(inexact, r.view(U32) | np.uint32(1), r.view(U32)).view(F32)


def to_bf16(x: Array, mode: str = "rn") -> Array:
    """A double (or float32) rounded to bfloat16, as its 16 bits."""
    bits = (odd_f32(x) if x.dtype == F64 else x).view(U32)
    nan = (bits & np.uint32(0x7FFFFFFF)) > np.uint32(0x7F800000)
    if mode == "rn":
        rounded = bits + (np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1)))
    elif mode == "rz":
        rounded = bits
    else:
        away = (bits >> np.uint32(31)) == (1 if mode == "rm" else 0)
        rounded = bits + np.where(away, np.uint32(0xFFFF), np.uint32(0))
    return np.where(nan, np.uint32(0x7FFF), rounded >> np.uint32(16)).astype(U16)


def from_bf16(bits: Array) -> Array:
    """bfloat16 bits as float32."""
    return (bits.astype(U32) << np.uint32(16)).view(F32)


def flush32(x: Array) -> Array:
    """Subnormal float32 values become zeros of the same sign (.ftz)."""
    tiny = (np.abs(x) < MIN_NORMAL32) & (x != 0)
    if not tiny.any():
        return x
    return np.where(tiny, x.view(U32) & np.uint32(0x80000000), x.view(U32)).view(F32)


def flush16(x: Array) -> Array:
    """The same for float16."""
    tiny = (np.abs(x) < np.float16(2.0**-14)) & (x != 0)
    return np.where(tiny, x.view(U16) & np.uint16(0x8000), x.view(U16)).view(F16)


def canonical32(x: Array) -> Array:
    """Every NaN of a float32 result becomes 0x7fffffff, as the hardware returns it."""
    total = np.add.reduce(x)  # one pass: a NaN anywhere makes the sum NaN
    if total == total:
        return x
    return np.where(np.isnan(x), NAN32, x)


def canonical16(x: Array) -> Array:
    nan = np.isnan(x)
    return np.where(nan, NAN16, x) if nan.any() else x


def saturate(x: Array) -> Array:
    """Clamp to [0, 1]; NaN becomes +0 (.sat)."""
    one = np.ones(1, x.dtype)
    clamped = np.where(x > 0, np.minimum(x, one), np.zeros(1, x.dtype))
    return clamped.astype(x.dtype)
