"""Double-precision matrix product with guarded edges, 4x4 register blocking."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

TILE = 64
SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (100, 90, 37), "full": (1900, 1700, 1500)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    m, n, k = SIZES[scale]
    a, b = rng.standard_normal((m, k)), rng.standard_normal((k, n))
    return [a, b, ks.unwritten((m, n), np.float64), np.int32(m), np.int32(n), np.int32(k)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    return [ks.array_arg(args, 0) @ ks.array_arg(args, 1)]


def launch(scale: ks.Scale) -> ks.Launch:
    m, n, _ = SIZES[scale]
    return ks.Launch((-(-n // TILE), -(-m // TILE), 1), (16, 16, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    m, n, k = SIZES[scale]
    return ks.Bound(8 * (m * k + k * n + m * n), 2 * m * n * k, "operations", "fp64")


CASE = ks.KernelCase(
    name="dgemm_tiled",
    styles=("tiled matrix products with register blocking",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-12, atol=1e-11),),
    bounds=ks.per_scale(bound),
)
