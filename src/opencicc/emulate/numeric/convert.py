"""cvt: between integers and floats of all widths, with rounding modes and saturation."""

from __future__ import annotations

import numpy as np

from opencicc.emulate.numeric.approx import round_integral
from opencicc.emulate.numeric.arrays import DTYPES, F32, F64, S64, U16, U32, U64, Array
from opencicc.emulate.numeric.rounding import narrow, to_bf16, to_odd


def bounds(kind: str) -> tuple[int, int]:
    info = np.iinfo(DTYPES[kind])
    return int(info.min), int(info.max)


def int_to_int(x: Array, to: str, saturates: bool) -> Array:
    """Truncate or extend; with .sat clamp to the range of the destination."""
    if saturates:
        low, high = bounds(to)
        source_low, source_high = bounds(("s" if x.dtype.kind == "i" else "u") + str(x.dtype.itemsize * 8))
        if low > source_low:
            x = np.maximum(x, np.array([low], x.dtype))
        if high < source_high:
            x = np.minimum(x, np.array([high], x.dtype))
    return x.astype(DTYPES[to])


def float_to_int(x: Array, to: str, mode: str, from_f64: bool) -> Array:
    """Round to an integral value and clamp to the destination's range, always."""
    whole = round_integral(x.astype(F64), mode)
    low, high = bounds(to)
    nan = np.isnan(whole)
    too_low, too_high = whole <= low, whole >= float(high)
    inside = np.where(nan | too_low | too_high, 0.0, whole)
    result = inside.astype(S64).astype(DTYPES[to]) if to != "u64" else _to_u64(inside)
    result = np.where(too_low, np.array([low], DTYPES[to]), np.where(too_high, np.array([high], DTYPES[to]), result))
    if nan.any():
        # Zero, except from f64 or to 64 bits: there only the top bit is set.
        is_zero = not from_f64 and to not in ("s64", "u64")
        top = np.array([1 << (DTYPES[to].itemsize * 8 - 1)], U64).astype(DTYPES[to])
        result = np.where(nan, np.zeros(1, DTYPES[to]) if is_zero else top, result)
    return result


def _to_u64(whole: Array) -> Array:
    big = whole >= 2.0**63
    low = np.where(big, whole - 2.0**63, whole).astype(S64).view(U64)
    return np.where(big, low | np.uint64(1 << 63), low)


def int_to_odd(x: Array) -> Array:
    """An integer as a double, rounded to odd where 53 bits are not enough."""
    if x.dtype.itemsize < 8:
        return x.astype(F64)
    if x.dtype.kind == "i":
        high, low = (x >> np.int64(32)).astype(F64), (x & np.int64(0xFFFFFFFF)).astype(F64)
    else:
        high, low = (x >> np.uint64(32)).astype(F64), (x & np.uint64(0xFFFFFFFF)).astype(F64)
    high = high * 2.0**32
    s = high + low
    return to_odd(s, low - (s - high))


def int_to_f64(x: Array, mode: str) -> Array:
    if mode == "rn" or x.dtype.itemsize < 8:
        return x.astype(F64)
    shift = x.dtype.type(32)
    high = (x >> shift).astype(F64) * 2.0**32
    low = (x & x.dtype.type(0xFFFFFFFF)).astype(F64)
    s = high + low
    error = low - (s - high)
    if mode == "rm":
        return np.where(error < 0, np.nextafter(s, -np.inf), s)
    if mode == "rp":
        return np.where(error > 0, np.nextafter(s, np.inf), s)
    return np.where((error != 0) & ((error < 0) != (s < 0)), np.nextafter(s, 0.0), s)


def int_to_f32(x: Array, mode: str) -> Array:
    return narrow(int_to_odd(x), mode, F32)


def int_to_f16(x: Array, mode: str) -> Array:
    return narrow(int_to_odd(x), mode, DTYPES["f16"])


def int_to_bf16(x: Array, mode: str) -> Array:
    return to_bf16(int_to_odd(x), mode)


def pack(high: Array, low: Array) -> Array:
    """Two 16-bit arrays as one of 32 bits."""
    return (high.astype(U32) << np.uint32(16)) | low.astype(U32)


def unpack(x: Array) -> tuple[Array, Array]:
    """The low and the high 16 bits."""
    return x.astype(U16), (x >> np.uint32(16)).astype(U16)


# The 8-bit floats: (exponent bits, mantissa bits, bias, largest finite value, NaN code).
SMALL_FLOATS = {"e4m3": (4, 3, 7, 448.0, 0x7F), "e5m2": (5, 2, 15, 57344.0, 0x7F)}


def to_small(x: Array, kind: str) -> Array:
    """A float to e4m3 or e5m2, nearest even, out of range clamped to the largest finite value."""
    _, mantissa, bias, largest, nan_code = SMALL_FLOATS[kind]
    value = np.abs(x.astype(F64))
    _, exponent = np.frexp(value)
    step = np.ldexp(1.0, np.maximum(exponent - 1, 1 - bias) - mantissa)
    rounded = np.minimum(np.rint(value / step) * step, largest)
    _, exponent = np.frexp(rounded)
    biased = np.where(rounded == 0, 0, np.maximum(exponent - 1 + bias, 0))
    scale = np.ldexp(1.0, np.maximum(biased, 1) - bias - mantissa)
    code = (rounded / scale).astype(S64) + (np.maximum(biased - 1, 0) << mantissa)
    sign = np.where(np.signbit(x), 0x80, 0)
    return np.where(np.isnan(x), nan_code, code | sign).astype(DTYPES["u8"])


def from_small(code: Array, kind: str) -> Array:
    """e4m3 or e5m2 as float32."""
    exponent_bits, mantissa, bias, _, _ = SMALL_FLOATS[kind]
    bits = code.astype(S64)
    fraction, exponent = bits & ((1 << mantissa) - 1), (bits >> mantissa) & ((1 << exponent_bits) - 1)
    value = np.where(
        exponent == 0,
        np.ldexp(fraction.astype(F64), 1 - bias - mantissa),
        np.ldexp((fraction + (1 << mantissa)).astype(F64), exponent - bias - mantissa),
    )
    if kind == "e4m3":
        value = np.where((bits & 0x7F) == 0x7F, np.nan, value)
    else:
        value = np.where(exponent == 31, np.where(fraction == 0, np.inf, np.nan), value)
    return np.where(bits & 0x80, -value, value).astype(F32)
