"""The names that compiled blocks may use."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from opencicc.emulate import access, atomics, warp
from opencicc.emulate.memory import LOCAL_WINDOW, SHARED_WINDOW, WINDOW_BYTES
from opencicc.emulate.numeric import approx, bits, compare, convert, floats, integers, rounding
from opencicc.emulate.numeric.arrays import DTYPES, U32, U64, UNSIGNED, Array
from opencicc.emulate.numeric.rounding import from_bf16, to_bf16


@cache
def constant_u64(value: int) -> Array:
    return np.array([value], U64)


def enter_window(address: Array, space: str) -> Array:
    """An address of a space as a generic one (left alone if it already is)."""
    start = SHARED_WINDOW if space == "shared" else LOCAL_WINDOW
    if address.dtype != U64:
        return address
    return np.where(address >= np.uint64(start), address, address + np.uint64(start))


def leave_window(address: Array, space: str) -> Array:
    start = SHARED_WINDOW if space == "shared" else LOCAL_WINDOW
    if address.dtype != U64:
        return address
    inside = (address >= np.uint64(start)) & (address < np.uint64(start + WINDOW_BYTES))
    return np.where(inside, address - np.uint64(start), address)


def upward(*unknowns: Array) -> Array:
    """Undefined from the lowest undefined bit up: what a sum or product makes of its inputs."""
    total = unknowns[0]
    for unknown in unknowns[1:]:
        total = total | unknown
    clean = access.CLEAN[total.dtype.itemsize * 8]
    if total is clean or not total.any():
        return clean
    return total | (np.zeros(1, total.dtype) - total)


def and_unknown(a: Array, b: Array, ta: Array, tb: Array) -> Array:
    return (ta | tb) & (ta | a) & (tb | b)


def or_unknown(a: Array, b: Array, ta: Array, tb: Array) -> Array:
    return (ta | tb) & (ta | ~a) & (tb | ~b)


def select_unknown(a: Array, b: Array, chosen: Array, tp: Array, bits: int) -> Array:
    """An undefined choice leaves defined only the bits on which both sides agree."""
    differs = a ^ b
    return np.where(tp, chosen | differs, chosen) if tp.any() else chosen


def join64(low: Array, high: Array) -> Array:
    return (high.astype(U64) << np.uint64(32)) | low.astype(U64)


def relu_float(x: Array) -> Array:
    """max(x, 0), NaN kept canonical."""
    return np.where(np.isnan(x), x, np.where(x > 0, x, np.zeros(1, x.dtype)))


def relu_bf16(x: Array) -> Array:
    return np.where(from_bf16(x) <= 0, np.uint16(0), x)


def saturate_bf16(x: Array) -> Array:
    return to_bf16(rounding.saturate(from_bf16(x)))


def finite_bf16(x: Array) -> Array:
    """Infinities become the largest finite value."""
    infinite = (x & np.uint16(0x7FFF)) == np.uint16(0x7F80)
    return np.where(infinite, (x & np.uint16(0x8000)) | np.uint16(0x7F7F), x)


def _public(module: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if callable(value) and not name.startswith("_")}


NAMESPACE: dict[str, Any] = {
    **_public(rounding), **_public(floats), **_public(approx), **_public(convert), **_public(compare),
    **_public(bits), **_public(integers),
    **_public(access), **_public(warp), **_public(atomics),
    **DTYPES,
    "int_div": integers.div, "int_rem": integers.rem, "np_abs": np.abs, "np_sqrt": np.sqrt,
    "np_minimum": np.minimum, "np_maximum": np.maximum, "where": np.where, "CLEAN": access.CLEAN, "UNSIGNED": UNSIGNED,
    "N8": np.uint16(8), "N16": np.array([16], U32), "N32": np.uint64(32),
    "constant_u64": constant_u64, "enter_window": enter_window, "leave_window": leave_window,
    "upward": upward, "and_unknown": and_unknown, "or_unknown": or_unknown, "select_unknown": select_unknown,
    "join64": join64, "relu_f32": relu_float, "relu_f16": relu_float, "relu_f64": relu_float, "relu_bf16": relu_bf16,
    "saturate_bf16": saturate_bf16, "finite_bf16": finite_bf16,
}  # fmt: skip
