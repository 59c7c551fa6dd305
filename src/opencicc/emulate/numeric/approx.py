"""The approximate functions, computed in double precision and rounded: inside the documented errors."""

from __future__ import annotations

import numpy as np

from opencicc.emulate.numeric.arrays import F32, F64, U32, U64, Array
from opencicc.emulate.numeric.rounding import canonical32

TOP32 = np.uint64(0xFFFFFFFF00000000)


def _through_double(function: np.ufunc, x: Array) -> Array:
    return canonical32(function(x.astype(F64)).astype(F32))


def ex2(x: Array) -> Array:
    return _through_double(np.exp2, x)


def lg2(x: Array) -> Array:
    return _through_double(np.log2, x)


def sin(x: Array) -> Array:
    return _through_double(np.sin, x)


def cos(x: Array) -> Array:
    return _through_double(np.cos, x)


def tanh(x: Array) -> Array:
    return _through_double(np.tanh, x)


def rcp(x: Array) -> Array:
    return canonical32(np.ones(1, F32) / x)


def rsqrt(x: Array) -> Array:
    return canonical32((1.0 / np.sqrt(x.astype(F64))).astype(F32))


def div_approx(a: Array, b: Array) -> Array:
    """a / b; for |b| above 2**126 the manual gives 0 (NaN when a is infinite)."""
    result = a / b
    size = np.abs(b)
    large = (size > np.float32(2.0**126)) & np.isfinite(b)
    if large.any():
        zero = np.copysign(np.zeros(1, F32), result)
        result = np.where(large, np.where(np.isinf(a), np.float32(np.nan), np.where(np.isnan(a), a, zero)), result)
    return canonical32(result)


def _top_half(x: Array) -> Array:
    """A double cut to its upper 32 bits, subnormals flushed."""
    cut = (x.view(U64) & TOP32).view(F64)
    return np.where((np.abs(cut) < 2.0**-1022) & (cut == cut), np.copysign(0.0, cut), cut)


def rcp_f64(x: Array) -> Array:
    """rcp.approx.ftz.f64: only the upper 32 bits count, in and out."""
    return _top_half(1.0 / _top_half(x))


def rsqrt_f64(x: Array) -> Array:
    """rsqrt.approx.ftz.f64."""
    return _top_half(1.0 / np.sqrt(_top_half(x)))


def round_integral(x: Array, mode: str) -> Array:
    """A float rounded to an integral float: rni, rzi, rmi or rpi."""
    function = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}[mode]
    return np.copysign(function(x), x)


def tf32_rna(x: Array) -> Array:
    """Round to 10 mantissa bits, ties away from zero; the result is float32 bits."""
    bits = x.view(U32)
    special = (bits & np.uint32(0x7F800000)) == np.uint32(0x7F800000)
    rounded = (bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000)
    nan = np.isnan(x)
    return np.where(nan, np.uint32(0x7FFFFFFF), np.where(special, bits, rounded))
