"""A symmetric rank-k update."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (70, 40), "full": (1500, 300)}  # rows, depth
ALPHA, BETA = 1.5, 0.5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    n, k = SIZES[scale]
    a, c = rng.standard_normal((n, k), np.float32), rng.standard_normal((n, n), np.float32)
    return [a, c, np.int32(n), np.int32(k), np.float32(ALPHA), np.float32(BETA)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    a, c = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1).astype(np.float64)
    return [np.tril(BETA * c + ALPHA * a @ a.T) + np.triu(c, 1)]


def launch(scale: ks.Scale) -> ks.Launch:
    tiles = -(-SIZES[scale][0] // 32)
    return ks.Launch((tiles, tiles, 1), (32, 8, 1))


CASE = ks.KernelCase(
    name="syrk_lower",
    styles=("linear algebra", "tiles in shared memory"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-3),),
)
