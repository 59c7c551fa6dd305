"""Gaussian kernel density."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 500), "full": (4000, 100_000)}  # samples, queries
BANDWIDTH = 0.7


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    samples, queries = SIZES[scale]
    x, y = (rng.standard_normal(samples, np.float32) for _ in range(2))
    weight = rng.random(samples, np.float32)
    at = 2 * rng.standard_normal((queries, 2), np.float32)
    out = ks.unwritten(queries, np.float32)
    return [x, y, weight, np.int32(samples), at, np.int32(queries), np.float32(BANDWIDTH), out]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    x, y, weight, at = (ks.array_arg(args, i).astype(np.float64) for i in (0, 1, 2, 4))
    chosen = ks.sample_indices(len(at), 2000)
    d2 = (at[chosen, :1] - x) ** 2 + (at[chosen, 1:] - y) ** 2
    values = (weight * np.exp(-d2 / (2 * BANDWIDTH**2))).sum(axis=1) / (2 * np.pi * BANDWIDTH**2)
    return [ks.Sample(chosen, values)]


CASE = ks.KernelCase(
    name="kernel_density",
    styles=("statistics", "tiles in shared memory"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(7,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-4),),
)
