"""Sums of embedding rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (20, 50, 64), "full": (20_000, 50_000, 64)}  # bags, rows, width
PADDING = 3


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    bags, rows, width = SIZES[scale]
    sizes = rng.integers(1, 40, bags)
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    indices = rng.integers(0, rows, offsets[-1])
    indices[rng.random(indices.size) < 0.1] = PADDING
    table = rng.standard_normal((rows, width), np.float32)
    weights = rng.random(indices.size, np.float32)
    out = ks.unwritten((bags, width), np.float32)
    return [table, indices, offsets, weights, out, np.int32(bags), np.int32(width), np.int64(PADDING), np.int32(1)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    table, indices, offsets, weights = (ks.array_arg(args, i) for i in range(4))
    is_used = indices != PADDING
    rows = table[indices].astype(np.float64) * (weights * is_used)[:, None]
    count = np.add.reduceat(is_used.astype(np.int64), offsets[:-1])
    return [np.add.reduceat(rows, offsets[:-1], axis=0) / np.maximum(count, 1)[:, None]]


CASE = ks.KernelCase(
    name="embedding_bag",
    styles=("neural networks", "64-bit sizes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 8), 1, 1), (32, 8, 1))),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-4),),
)
