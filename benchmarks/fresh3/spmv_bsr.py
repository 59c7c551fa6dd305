"""A matrix of small blocks times a vector."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

ROWS: dict[ks.Scale, int] = {"small": 60, "full": 80_000}  # rows of blocks
ALPHA, BETA = 1.5, -0.5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows = ROWS[scale]
    starts = np.concatenate([[0], rng.integers(0, 18, rows).cumsum()]).astype(np.int32)
    columns = rng.integers(0, rows, starts[-1]).astype(np.int32)
    blocks = rng.standard_normal((starts[-1], 4, 4), np.float32)
    x, y = (rng.standard_normal(4 * rows, np.float32) for _ in range(2))
    return [starts, columns, blocks, x, np.int32(rows), np.float32(ALPHA), np.float32(BETA), y]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    starts, columns, blocks, x, y = (ks.array_arg(args, k) for k in (0, 1, 2, 3, 7))
    products = np.einsum("bij,bj->bi", blocks.astype(np.float64), x.reshape(-1, 4)[columns].astype(np.float64))
    row = np.repeat(np.arange(starts.size - 1), np.diff(starts))
    sums = np.stack([np.bincount(row, products[:, i], starts.size - 1) for i in range(4)], axis=1)
    return [ALPHA * sums.ravel() + BETA * y]


def bound(scale: ks.Scale) -> ks.Bound:
    blocks = ROWS[scale] * 17 // 2
    return ks.Bound(68 * blocks + 52 * ROWS[scale], 32 * blocks, "bytes")


CASE = ks.KernelCase(
    name="spmv_bsr",
    styles=("sparse matrices", "warp operations"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-ROWS[scale] * 16 // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(7,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=2e-4),),
    bounds=ks.per_scale(bound),
)
