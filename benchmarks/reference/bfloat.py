"""bfloat16 as the upper half of a float: NumPy has no such type, so arrays hold the bits as uint16."""

from __future__ import annotations

import numpy as np

from benchmarks.kernel_set import Array


def to_bits(values: Array) -> Array:
    """Rounded to nearest, ties to even; finite values only."""
    raw = np.asarray(values, np.float32).view(np.uint32)
    rounded = ((raw + np.uint32(0x7FFF) + (raw >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)).astype(np.uint16)
    return np.asarray(rounded)


def from_bits(bits: Array) -> Array:
    return np.asarray((bits.astype(np.uint32) << np.uint32(16)).view(np.float32))
