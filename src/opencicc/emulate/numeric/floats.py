"""Float arithmetic: add, sub, mul, fma, div, sqrt in f32, f64, f16 and bf16, all rounding modes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from opencicc.emulate.numeric import exact
from opencicc.emulate.numeric.arrays import F16, F32, F64, U32, U64, Array
from opencicc.emulate.numeric.rounding import (
    canonical16,
    canonical32,
    directed,
    from_bf16,
    to_bf16,
    to_f16,
    to_f32,
    to_odd,
    two_product,
    two_sum,
)

LOW_BITS, HALF = np.uint64(0x1FFFFFFF), np.uint64(0x10000000)
# Twice a float32's bits, shifted so that NaN, zero and everything below 2**-125 come first.
SPECIAL_SHIFT, SPECIAL_LIMIT = np.uint32(0x00FFFFFF), np.uint32(0x02FFFFFF)
ONE32, SMALL_LIMIT = np.uint32(1), np.uint32(0x01FFFFFF)


def add_f32(a: Array, b: Array) -> Array:
    return canonical32(a + b)


def sub_f32(a: Array, b: Array) -> Array:
    return canonical32(a - b)


def mul_f32(a: Array, b: Array) -> Array:
    return canonical32(a * b)


def div_f32(a: Array, b: Array) -> Array:
    return canonical32(a / b)


def sqrt_f32(a: Array) -> Array:
    return canonical32(np.sqrt(a))


def fma_f32(a: Array, b: Array, c: Array) -> Array:
    """Rounded once: the double sum can only mislead where it sits on a float32 tie or is subnormal there."""
    product, c64 = a.astype(F64) * b.astype(F64), c.astype(F64)
    s = product + c64
    r = s.astype(F32)
    if np.count_nonzero((s.view(U64) & LOW_BITS) == HALF):
        return _fma_f32_odd(product, c64)
    doubled = r.view(U32)
    doubled = doubled + doubled
    if np.count_nonzero(doubled + SPECIAL_SHIFT < SPECIAL_LIMIT):
        if np.count_nonzero(doubled - ONE32 < SMALL_LIMIT):
            return _fma_f32_odd(product, c64)
        return canonical32(r)
    return r


def _fma_f32_odd(product: Array, c: Array) -> Array:
    return canonical32(to_odd(*two_sum(product, c)).astype(F32))


def _zero_sum(r: Array, x: Array, y: Array, mode: str) -> Array:
    """Rounding down, an exact zero sum of values that are not both +0 is -0."""
    if mode != "rm":
        return r
    both_plus = ~np.signbit(x) & ~np.signbit(y) & (x == 0)
    minus: Array = np.copysign(r, -1)
    flips: Array = (r == 0) & (x == -y) & ~both_plus
    return np.where(flips, minus, r)


def add_f32_mode(a: Array, b: Array, mode: str) -> Array:
    x, y = a.astype(F64), b.astype(F64)
    return canonical32(_zero_sum(to_f32(to_odd(*two_sum(x, y)), mode), x, y, mode))


def mul_f32_mode(a: Array, b: Array, mode: str) -> Array:
    return canonical32(to_f32(a.astype(F64) * b.astype(F64), mode))


def fma_f32_mode(a: Array, b: Array, c: Array, mode: str) -> Array:
    p, z = a.astype(F64) * b.astype(F64), c.astype(F64)
    return canonical32(_zero_sum(to_f32(to_odd(*two_sum(p, z)), mode), p, z, mode))


def div_f32_mode(a: Array, b: Array, mode: str) -> Array:
    x, y = a.astype(F64), b.astype(F64)
    q = x / y
    p, e = two_product(q, y)
    rest = (x - p) - e  # its sign, times the sign of y, is the sign of the quotient's error
    return canonical32(to_f32(to_odd(q, np.where(np.isfinite(rest), np.where(y < 0, -rest, rest), 0.0)), mode))


def sqrt_f32_mode(a: Array, mode: str) -> Array:
    x = a.astype(F64)
    s = np.sqrt(x)
    p, e = two_product(s, s)
    rest = (x - p) - e
    return canonical32(to_f32(to_odd(s, np.where(np.isfinite(rest), rest, 0.0)), mode))


def _patch(result: Array, unsafe: Array, scalar: Callable[..., float], args: tuple[Array, ...], mode: str) -> Array:
    """Recompute the lanes that the vector formula cannot be trusted with."""
    if not unsafe.any():
        return result
    n = max([result.shape[0], *(arg.shape[0] for arg in args)])
    columns = [np.broadcast_to(arg, (n,)) for arg in args]
    result = np.broadcast_to(result, (n,)).copy()
    for lane in np.flatnonzero(np.broadcast_to(unsafe, (n,))):
        result[lane] = scalar(*(float(column[lane]) for column in columns), mode)
    return result


def _is_extreme(x: Array) -> Array:
    """Outside the exponents where the error terms of products are exact; NaN and infinity count as outside."""
    size = np.abs(x)
    return ~((size > 2.0**-400) & (size < 2.0**400)) & (x != 0)


def fma_f64(a: Array, b: Array, c: Array, mode: str = "rn") -> Array:
    """Boldo and Melquiond's fma: the two low parts are summed to odd, then one rounding is left."""
    uh, ul = two_product(a, b)
    th, tl = two_sum(c, ul)
    vh, vl = two_sum(uh, th)
    z = to_odd(*two_sum(tl, vl))
    if mode == "rn":
        result = vh + z
    else:
        s, e = two_sum(vh, z)
        result = directed(s, e, mode)
    unsafe = _is_extreme(a) | _is_extreme(b) | _is_extreme(c)
    zero = result == 0
    if mode == "rn":
        result = np.where(zero, a * b + c, result)  # an exact zero: this sum is exact and has the right sign
    else:
        unsafe = unsafe | zero
    return _patch(result, unsafe, exact.fma, (a, b, c), mode)


def add_f64_mode(a: Array, b: Array, mode: str) -> Array:
    s, e = two_sum(a, b)
    unsafe = ~(np.abs(s) < 2.0**1020) | (s == 0)
    return _patch(directed(s, e, mode), unsafe, exact.add, (a, b), mode)


def mul_f64_mode(a: Array, b: Array, mode: str) -> Array:
    p, e = two_product(a, b)
    return _patch(directed(p, e, mode), _is_extreme(a) | _is_extreme(b), exact.mul, (a, b), mode)


def div_f64_mode(a: Array, b: Array, mode: str) -> Array:
    every = np.ones(1, bool)
    return _patch(a / b, every, exact.div, (a, b), mode)


def sqrt_f64_mode(a: Array, mode: str) -> Array:
    return _patch(np.sqrt(a), np.ones(1, bool), exact.sqrt, (a,), mode)


def add_f16(a: Array, b: Array) -> Array:
    return canonical16((a.astype(F32) + b.astype(F32)).astype(F16))


def sub_f16(a: Array, b: Array) -> Array:
    return canonical16((a.astype(F32) - b.astype(F32)).astype(F16))


def mul_f16(a: Array, b: Array) -> Array:
    return canonical16((a.astype(F32) * b.astype(F32)).astype(F16))


def fma_f16(a: Array, b: Array, c: Array) -> Array:
    return canonical16(to_f16(to_odd(*two_sum(a.astype(F64) * b.astype(F64), c.astype(F64)))))


def add_bf16(a: Array, b: Array) -> Array:
    return to_bf16(to_odd(*two_sum(from_bf16(a).astype(F64), from_bf16(b).astype(F64))))


def sub_bf16(a: Array, b: Array) -> Array:
    return add_bf16(a, b ^ np.uint16(0x8000))


def mul_bf16(a: Array, b: Array) -> Array:
    return to_bf16(from_bf16(a).astype(F64) * from_bf16(b).astype(F64))


def fma_bf16(a: Array, b: Array, c: Array) -> Array:
    product = from_bf16(a).astype(F64) * from_bf16(b).astype(F64)
    return to_bf16(to_odd(*two_sum(product, from_bf16(c).astype(F64))))
