"""Sparse matrix times vector from triplets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (200, 1500), "full": (200_000, 4_000_000)}  # rows, entries
PER_WARP = 256


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, entries = SIZES[scale]
    row = np.sort(rng.integers(0, rows, entries, np.int32))
    column = rng.integers(0, rows, entries, np.int32)
    values, x = rng.standard_normal(entries, np.float32), rng.standard_normal(rows, np.float32)
    return [row, column, values, np.int32(entries), x, np.zeros(rows, np.float32), np.int32(PER_WARP)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    row, column, values, x = (ks.array_arg(args, i) for i in (0, 1, 2, 4))
    return [np.bincount(row, values.astype(np.float64) * x[column], minlength=x.size)]


CASE = ks.KernelCase(
    name="spmv_coo",
    styles=("sparse matrices", "warp operations", "atomics"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // (4 * PER_WARP)), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-3),),
)
