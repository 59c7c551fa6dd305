"""Single-precision matrix product, 128x128 tiles, 8x8 register blocking."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

TILE = 128
SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (256, 256, 24), "full": (2048, 2048, 2048)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    m, n, k = SIZES[scale]
    a = rng.standard_normal((m, k), np.float32)
    b = rng.standard_normal((k, n), np.float32)
    c = rng.standard_normal((m, n), np.float32)
    return [a, b, c, np.int32(m), np.int32(n), np.int32(k), np.float32(1.25), np.float32(-0.5)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    a, b, c = (ks.array_arg(args, i).astype(np.float64) for i in range(3))
    return [1.25 * (a @ b) - 0.5 * c]


def launch(scale: ks.Scale) -> ks.Launch:
    m, n, _ = SIZES[scale]
    return ks.Launch((n // TILE, m // TILE, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    m, n, k = SIZES[scale]
    return ks.Bound(4 * (m * k + k * n + 2 * m * n), 2 * m * n * k, "operations")


CASE = ks.KernelCase(
    name="sgemm_tiled",
    styles=("tiled matrix products with register blocking", "kernels above 64 registers"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-3),),
    bounds=ks.per_scale(bound),
)
