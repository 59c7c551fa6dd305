"""Sparse matrix times vector, CSR, eight lanes per row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (500, 4), "full": (1_000_000, 132 * 16)}  # rows, blocks
MEAN_LENGTH = 20


def row_lengths(rng: np.random.Generator, rows: int) -> ks.Array:
    """Short rows mostly, empty ones among them, and a few long ones."""
    lengths = rng.poisson(MEAN_LENGTH - 4, rows)
    lengths[:: max(rows // 50, 1)] = 0
    lengths[7 :: max(rows // 40, 1)] = 300
    return lengths


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, _ = SIZES[scale]
    starts = np.concatenate([[0], np.cumsum(row_lengths(rng, rows))]).astype(np.int32)
    entries = int(starts[-1])
    columns = rng.integers(0, rows, entries, np.int32)
    values, x = rng.standard_normal(entries), rng.standard_normal(rows)
    return [starts, columns, values, x, ks.unwritten(rows, np.float64), np.int32(rows)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    starts, columns, values, x = (ks.array_arg(args, i) for i in range(4))
    rows = np.repeat(np.arange(starts.size - 1), np.diff(starts))
    return [np.bincount(rows, values * x[columns], minlength=starts.size - 1)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    rows = SIZES[scale][0]
    entries = (MEAN_LENGTH - 4) * rows
    return ks.Bound(12 * entries + 20 * rows, 2 * entries, "bytes", "fp64")


CASE = ks.KernelCase(
    name="spmv_csr",
    styles=("sparse matrix-vector",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-12, atol=1e-12),),
    bounds=ks.per_scale(bound),
)
