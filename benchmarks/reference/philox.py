"""The Philox-4x32-10 counter generator on arrays."""

from __future__ import annotations

import numpy as np

from benchmarks.kernel_set import Array

MASK = np.uint64(0xFFFFFFFF)
SHIFT = np.uint64(32)


def philox4x32(counter: tuple[Array, Array, Array, Array], key: tuple[int, int]) -> tuple[Array, Array, Array, Array]:
    """Ten rounds; every word is an array of uint64 below 2**32."""
    x, y, z, w = (np.asarray(word).astype(np.uint64) for word in counter)
    key0, key1 = key
    for _ in range(10):
        left, right = x * np.uint64(0xD2511F53), z * np.uint64(0xCD9E8D57)
        x, y, z, w = (
            (right >> SHIFT) ^ y ^ np.uint64(key0),
            right & MASK,
            (left >> SHIFT) ^ w ^ np.uint64(key1),
            left & MASK,
        )
        key0, key1 = (key0 + 0x9E3779B9) & 0xFFFFFFFF, (key1 + 0xBB67AE85) & 0xFFFFFFFF
    return x, y, z, w
