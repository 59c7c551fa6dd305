"""Sliced ELLPACK SpMV in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SLICES: dict[ks.Scale, int] = {"small": 10, "full": 12_000}
WIDEST, ALPHA, BETA = 40, 1.5, -0.5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    slices = SLICES[scale]
    rows = 32 * slices - 5
    widths = rng.integers(4, WIDEST + 1, slices)
    starts = np.concatenate([[0], 32 * np.cumsum(widths)]).astype(np.int32)
    columns = rng.integers(0, rows, starts[-1], np.int32)
    columns[rng.random(columns.size) < 0.2] = -1
    values, x, y = rng.standard_normal(columns.size), rng.standard_normal(rows), rng.standard_normal(rows)
    matrix = ks.Struct((np.int32(rows), starts, columns, values))
    return [matrix, x, y, np.float64(ALPHA), np.float64(BETA)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    matrix, x, y = args[0], ks.array_arg(args, 1), ks.array_arg(args, 2)
    assert isinstance(matrix, ks.Struct)
    starts, columns, values = (np.asarray(field) for field in matrix.fields[1:])
    slices = np.repeat(np.arange(starts.size - 1), np.diff(starts))
    rows = slices * 32 + (np.arange(columns.size) - starts[slices]) % 32
    terms = np.where(columns < 0, 0.0, values * x[columns])
    return [ALPHA * np.bincount(rows, terms, minlength=y.size)[: y.size] + BETA * y]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SLICES[scale] * 32 // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="spmv_sell",
    styles=("sparse matrices", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-10, atol=1e-10),),
)
