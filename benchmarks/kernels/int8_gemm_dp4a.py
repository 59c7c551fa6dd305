"""Quantised matrix product with four-way integer dot products."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (128, 64, 64), "full": (2048, 2048, 2048)}  # m, n, k


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    m, n, k = SIZES[scale]
    a, b = rng.integers(-128, 128, (m, k), np.int8), rng.integers(-128, 128, (n, k), np.int8)
    # Powers of two, so that the scaled sums are exact and only the rounding to int8 is left.
    rows = np.float32(2.0) ** rng.integers(-7, -4, m).astype(np.float32)
    columns = np.float32(2.0) ** rng.integers(-7, -4, n).astype(np.float32)
    result, raw = ks.unwritten((m, n), np.int8), ks.unwritten((m, n), np.int32)
    return [a, b, rows, columns, result, raw, np.int32(n), np.int32(k // 4)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    a, b, rows, columns = (ks.array_arg(args, i).astype(np.float64) for i in range(4))
    raw = a @ b.T  # exact: all sums are below 2**53
    quantized = np.clip(np.rint(raw * rows[:, None] * columns), -127, 127)
    return [quantized.astype(np.int8), raw.astype(np.int32)]


def launch(scale: ks.Scale) -> ks.Launch:
    m, n, _ = SIZES[scale]
    return ks.Launch((n // 64, m // 64, 1), (16, 16, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    m, n, k = SIZES[scale]
    return ks.Bound(m * k + n * k + 5 * m * n, m * n * k // 4, "operations", "int32")


CASE = ks.KernelCase(
    name="int8_gemm_dp4a",
    styles=("quantised integer dot products", "tiled matrix products with register blocking"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
    bounds=ks.per_scale(bound),
)
