"""ELLPACK times four vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 9), "full": (300_000, 24)}  # rows, width


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, width = SIZES[scale]
    used = rng.integers(0, width + 1, rows)
    columns = np.clip(np.arange(rows) + rng.integers(-2000, 2000, (width, rows)), 0, rows - 1).astype(np.int32)
    columns[np.arange(width)[:, None] >= used] = -1
    values = rng.standard_normal((width, rows), np.float32)
    x, y = rng.standard_normal((rows, 4), np.float32), ks.unwritten((rows, 4), np.float32)
    return [np.uint64(rows), np.uint64(width), columns, values, x, y]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    columns, values, x = (ks.array_arg(args, i) for i in (2, 3, 4))
    total = np.zeros(x.shape)
    for column, value in zip(columns, values, strict=True):
        total += np.where(column < 0, 0, value)[:, None] * x[column]
    return [total]


CASE = ks.KernelCase(
    name="spmv_ell",
    styles=("sparse matrices", "64-bit sizes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-4),),
)
