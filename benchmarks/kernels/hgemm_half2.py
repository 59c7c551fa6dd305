"""Half-precision matrix product with packed arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (128, 128, 32), "full": (2048, 2048, 1024)}  # m, n, k


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    m, n, k = SIZES[scale]
    # Small integers: products and sums of sixteen of them are exact in half, so the order does not matter.
    a, b = rng.integers(-8, 9, (m, k)).astype(np.float16), rng.integers(-8, 9, (k, n)).astype(np.float16)
    return [a, b, ks.unwritten((m, n), np.float32), np.int32(m), np.int32(n), np.int32(k)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    return [ks.array_arg(args, 0).astype(np.float64) @ ks.array_arg(args, 1).astype(np.float64)]


def launch(scale: ks.Scale) -> ks.Launch:
    m, n, _ = SIZES[scale]
    return ks.Launch((n // 64, m // 64, 1), (16, 16, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    m, n, k = SIZES[scale]
    return ks.Bound(2 * (m * k + k * n) + 4 * m * n, 2 * m * n * k, "operations", "fp16")


CASE = ks.KernelCase(
    name="hgemm_half2",
    styles=("tiled matrix products with register blocking",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
