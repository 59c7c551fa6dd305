"""Hamming distances of all pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (40, 50), "full": (3000, 4000)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, columns = SIZES[scale]
    left, right = (rng.integers(0, 2**64, (n, 4), np.uint64) for n in (rows, columns))
    return [left, np.int32(rows), right, np.int32(columns), ks.unwritten((rows, columns), np.uint16)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    # The distance of two bit vectors: ones of both less twice the ones they share.
    left, right = (np.unpackbits(ks.array_arg(args, i).view(np.uint8), axis=1).astype(np.float32) for i in (0, 2))
    ones = left.sum(axis=1)[:, None] + right.sum(axis=1)
    return [(ones - 2 * (left @ right.T)).astype(np.uint16)]


CASE = ks.KernelCase(
    name="hamming_matrix",
    styles=("bits", "64-bit integers"),
    launches=ks.per_scale(
        lambda scale: ks.Launch((-(-SIZES[scale][1] // 16), -(-SIZES[scale][0] // 16), 1), (16, 16, 1))
    ),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
