"""Minimum, maximum, NaN-aware comparison, number classes, sign copying."""

from __future__ import annotations

from typing import Any

import numpy as np

from opencicc.emulate.numeric.arrays import Array
from opencicc.emulate.numeric.rounding import from_bf16

SIGNED = {2: np.dtype(np.int16), 4: np.dtype(np.int32), 8: np.dtype(np.int64)}
UNSIGNED_OF = {2: np.dtype(np.uint16), 4: np.dtype(np.uint32), 8: np.dtype(np.uint64)}
CANONICAL = {2: np.uint16(0x7FFF), 4: np.uint32(0x7FFFFFFF), 8: np.uint64(0x7FFFFFFFFFFFFFFF)}


def _ordered(x: Array) -> Array:
    """Float bits as integers in the order of the numbers, -0 before +0; its own inverse."""
    bits = x.view(SIGNED[x.dtype.itemsize])
    return np.where(bits < 0, bits ^ np.iinfo(bits.dtype).max, bits)


def _extreme(a: Array, b: Array, a_nan: Array, b_nan: Array, is_max: bool, keeps_nan: bool) -> Array:
    pick = np.maximum if is_max else np.minimum
    key = pick(_ordered(a), _ordered(b))
    result = _ordered(key).view(a.dtype)
    if not (a_nan.any() or b_nan.any()):
        return result
    nan = np.array([CANONICAL[a.dtype.itemsize]]).view(a.dtype)
    if keeps_nan:
        return np.where(a_nan | b_nan, nan, result)
    result = np.where(a_nan, b, np.where(b_nan, a, result))
    return np.where(a_nan & b_nan, nan, result)


def float_extreme(a: Array, b: Array, is_max: bool, keeps_nan: bool = False, xorsign: bool = False) -> Array:
    """min or max: a NaN loses unless .NaN; .xorsign.abs compares sizes and joins the signs."""
    if xorsign:
        sign = np.signbit(a) ^ np.signbit(b)
        size = _extreme(np.abs(a), np.abs(b), np.isnan(a), np.isnan(b), is_max, keeps_nan)
        return np.where(np.isnan(size), size, np.copysign(size, np.where(sign, -1, 1).astype(a.dtype)))
    return _extreme(a, b, np.isnan(a), np.isnan(b), is_max, keeps_nan)


def bf16_extreme(a: Array, b: Array, is_max: bool, keeps_nan: bool = False, xorsign: bool = False) -> Array:
    """The same on bfloat16 bits."""
    magnitude = np.uint16(0x7FFF)
    x, y = (a & magnitude, b & magnitude) if xorsign else (a, b)
    result = _extreme(x, y, np.isnan(from_bf16(a)), np.isnan(from_bf16(b)), is_max, keeps_nan)
    if xorsign:
        joined = result | ((a ^ b) & np.uint16(0x8000))
        result = np.where(np.isnan(from_bf16(result)), result, joined)
    return result


def is_nan_pair(a: Array, b: Array) -> Array:
    return np.isnan(a) | np.isnan(b)


def testp(x: Array, question: str) -> Array:
    size = np.abs(x)
    smallest = np.finfo(x.dtype).tiny
    answers = {
        "finite": lambda: np.isfinite(x),
        "infinite": lambda: np.isinf(x),
        "number": lambda: ~np.isnan(x),
        "notanumber": lambda: np.isnan(x),
        "normal": lambda: np.isfinite(x) & ((size >= smallest) | (x == 0)),  # zero too, as an H200 answers
        "subnormal": lambda: (size < smallest) & (x != 0),
    }
    return answers[question]()


def copysign(sign_from: Array, magnitude: Array) -> Array:
    """The magnitude of the second argument with the sign of the first."""
    kind: Any = UNSIGNED_OF[magnitude.dtype.itemsize]
    top = np.array([1 << (magnitude.dtype.itemsize * 8 - 1)], kind)
    return ((sign_from.view(kind) & top) | (magnitude.view(kind) & ~top)).view(magnitude.dtype)
