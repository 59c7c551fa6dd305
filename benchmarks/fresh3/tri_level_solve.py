"""One level of a triangular solve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {
    "small": (300, 500),
    "full": (400_000, 300_000),
}  # done before, rows of the level
SIDES = 2


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    before, level = SIZES[scale]
    n = before + level
    order = rng.permutation(n)
    done, rows = order[:before], order[before:].astype(np.int32)
    counts = np.ones(n, np.int64)
    counts[rows] += rng.integers(0, 16, level)
    starts = np.concatenate([[0], counts.cumsum()]).astype(np.int32)
    columns = rng.choice(done, starts[-1]).astype(np.int32)
    values = rng.standard_normal(starts[-1])
    values[starts[1:] - 1] = rng.uniform(2.0, 4.0, n)
    columns[starts[1:] - 1] = np.arange(n)
    right = rng.standard_normal((SIDES, n))
    x = np.zeros((SIDES, n))
    x[:, done] = rng.standard_normal((SIDES, before))
    return [rows, np.int32(level), starts, columns, values, right, x, np.int32(n), np.int32(SIDES)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    rows, starts, columns, values, right, x = (ks.array_arg(args, k) for k in (0, 2, 3, 4, 5, 6))
    n = starts.size - 1
    row = np.repeat(np.arange(n), np.diff(starts))
    is_off = columns != row
    result = x.copy()
    diagonal = values[starts[1:] - 1]
    for side in range(SIDES):
        sums = np.bincount(row[is_off], values[is_off] * x[side, columns[is_off]], n)
        result[side, rows] = ((right[side] - sums) / diagonal)[rows]
    return [result]


CASE = ks.KernelCase(
    name="tri_level_solve",
    styles=("sparse matrices", "double precision", "templates", "switch"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(6,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-10, atol=1e-10),),
)
