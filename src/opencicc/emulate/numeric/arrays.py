"""The array types of the emulator: one NumPy dtype for each kind of value."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

# A NumPy array. NumPy's stubs answer Any for most of the operations used here, so a narrower
# name would only add casts.
Array: TypeAlias = Any

DTYPES: dict[str, np.dtype[Any]] = {
    "u8": np.dtype(np.uint8), "s8": np.dtype(np.int8), "u16": np.dtype(np.uint16), "s16": np.dtype(np.int16),
    "u32": np.dtype(np.uint32), "s32": np.dtype(np.int32), "u64": np.dtype(np.uint64), "s64": np.dtype(np.int64),
    "f16": np.dtype(np.float16), "f32": np.dtype(np.float32), "f64": np.dtype(np.float64), "pred": np.dtype(np.bool_),
}  # fmt: skip
U8, S8, U16, S16 = DTYPES["u8"], DTYPES["s8"], DTYPES["u16"], DTYPES["s16"]
U32, S32, U64, S64 = DTYPES["u32"], DTYPES["s32"], DTYPES["u64"], DTYPES["s64"]
F16, F32, F64, PRED = DTYPES["f16"], DTYPES["f32"], DTYPES["f64"], DTYPES["pred"]
UNSIGNED = {1: PRED, 8: U8, 16: U16, 32: U32, 64: U64}


def constant(value: int | float, dtype: np.dtype[Any]) -> Array:
    """A one-element array, which stands for the same value in all lanes."""
    return np.array([value], dtype=dtype)
