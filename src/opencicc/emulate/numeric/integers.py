"""Integer arithmetic that NumPy's operators do not give directly: high products, division, sums of differences."""

from __future__ import annotations

import numpy as np

from opencicc.emulate.numeric.arrays import DTYPES, S32, S64, U8, U16, U32, U64, Array

M32 = np.uint64(0xFFFFFFFF)
N32 = np.uint64(32)


def mul_wide(a: Array, b: Array, kind: str) -> Array:
    """The product in twice the width: kind is the kind of a and b."""
    wide = DTYPES[kind[0] + str(2 * int(kind[1:]))]
    return a.astype(wide) * b.astype(wide)


def mul_hi(a: Array, b: Array, kind: str) -> Array:
    """The upper half of the double-width product."""
    if kind == "u64":
        return _mul_hi_u64(a, b)
    if kind == "s64":
        high = _mul_hi_u64(a.view(U64), b.view(U64)).view(S64)
        return high - np.where(a < 0, b, 0) - np.where(b < 0, a, 0)
    bits = int(kind[1:])
    return (mul_wide(a, b, kind) >> bits).astype(DTYPES[kind])


def _mul_hi_u64(a: Array, b: Array) -> Array:
    al, ah, bl, bh = a & M32, a >> N32, b & M32, b >> N32
    low = al * bl
    middle1, middle2 = ah * bl, al * bh
    carry = ((low >> N32) + (middle1 & M32) + (middle2 & M32)) >> N32
    return ah * bh + (middle1 >> N32) + (middle2 >> N32) + carry


def mul24(a: Array, b: Array, kind: str, half: str) -> Array:
    """The product of the low 24 bits: its low 32 bits, or bits 16 to 47."""
    shift = np.int64(40)
    if kind == "s32":
        x, y = (v.astype(S64) << shift >> shift for v in (a, b))
        product = x * y
    else:
        product = ((a.astype(U64) & np.uint64(0xFFFFFF)) * (b.astype(U64) & np.uint64(0xFFFFFF))).view(S64)
    if half == "hi":
        product = product >> np.int64(16)
    return product.astype(DTYPES[kind])


def saturating_add(a: Array, b: Array) -> Array:
    return np.clip(a.astype(S64) + b, -(2**31), 2**31 - 1).astype(S32)


def saturating_sub(a: Array, b: Array) -> Array:
    return np.clip(a.astype(S64) - b, -(2**31), 2**31 - 1).astype(S32)


def div(a: Array, b: Array) -> Array:
    """Rounded toward zero; dividing by zero gives all ones, as the hardware does."""
    zero = b == 0
    safe = np.where(zero, np.ones(1, b.dtype), b)
    quotient = a // safe
    if a.dtype.kind == "i":
        inexact = (quotient * safe != a) & ((a < 0) != (safe < 0))
        quotient = quotient + inexact.astype(a.dtype)
    return np.where(zero, np.zeros(1, a.dtype) - np.ones(1, a.dtype), quotient) if zero.any() else quotient


def rem(a: Array, b: Array) -> Array:
    """The sign of the dividend; the remainder by zero is the dividend."""
    zero = b == 0
    remainder = np.fmod(a, np.where(zero, np.ones(1, b.dtype), b))
    return np.where(zero, a, remainder) if zero.any() else remainder


def sad(a: Array, b: Array, c: Array) -> Array:
    """c + |a - b|."""
    return c + (np.maximum(a, b) - np.minimum(a, b)).astype(c.dtype)


def _bytes(x: Array, signed: bool) -> Array:
    parts = np.ascontiguousarray(x).view(U8).reshape(-1, 4)
    return (parts.view(np.int8) if signed else parts).astype(S64)


def _halves(x: Array, signed: bool) -> Array:
    parts = np.ascontiguousarray(x).view(U16).reshape(-1, 2)
    return (parts.view(np.int16) if signed else parts).astype(S64)


def dp4a(a: Array, b: Array, c: Array, a_signed: bool, b_signed: bool) -> Array:
    """c plus the dot product of four bytes."""
    total = (_bytes(a, a_signed) * _bytes(b, b_signed)).sum(axis=1)
    return (total + c.astype(S64)).astype(U32)


def dp2a(a: Array, b: Array, c: Array, a_signed: bool, b_signed: bool, high: bool) -> Array:
    """c plus the dot product of two halves of a with two bytes of b."""
    part = _bytes(b, b_signed)[:, 2:] if high else _bytes(b, b_signed)[:, :2]
    total = (_halves(a, a_signed) * part).sum(axis=1)
    return (total + c.astype(S64)).astype(U32)


def add_carry(a: Array, b: Array, carry: Array | None) -> tuple[Array, Array]:
    """a + b + carry and the carry out; the arrays are unsigned."""
    total = a + b
    out = total < a
    if carry is not None:
        again = total + carry.astype(a.dtype)
        out = out | (again < total)
        total = again
    return total, out


def sub_borrow(a: Array, b: Array, borrow: Array | None) -> tuple[Array, Array]:
    """a - b - borrow and the borrow out."""
    total = a - b
    out = a < b
    if borrow is not None:
        taken = borrow.astype(a.dtype)
        out = out | (total < taken)
        total = total - taken
    return total, out
