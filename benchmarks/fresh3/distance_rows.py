"""Distances along rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (150, 40), "full": (40_000, 128)}  # rows, width


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, width = SIZES[scale]
    heights = rng.integers(0, 60, (width, rows)) ** 2 * (rng.random((width, rows)) < 0.9)
    outs = [ks.unwritten((width, rows), np.float32), ks.unwritten((width, rows), np.int16)]
    return [heights.astype(np.float32), np.int32(rows), np.int32(width), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    heights = ks.array_arg(args, 0).astype(np.float64)
    width, rows = heights.shape
    chosen = ks.sample_indices(rows, 1000)
    q = np.arange(width)
    all_of_them = (q[:, None] - q)[:, :, None] ** 2 + heights[:, chosen]
    best, where = all_of_them.min(axis=1), all_of_them.argmin(axis=1)
    places = (q[:, None] * rows + chosen).ravel()
    return [ks.Sample(places, best.ravel()), ks.Sample(places, where.ravel().astype(np.int16))]


CASE = ks.KernelCase(
    name="distance_rows",
    styles=("images", "local arrays", "local stacks", "16-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(3, 4),
    reference=reference,
    # Where two roots are equally near either may be named.
    tolerances=(ks.Tolerance(rtol=1e-6), ks.Tolerance(wrong_fraction=0.1)),
)
