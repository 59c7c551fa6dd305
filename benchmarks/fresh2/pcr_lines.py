"""Parallel cyclic reduction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {
    "small": (64, 6, 4),
    "full": (256, 16_000, 132 * 8),
}  # size, systems, blocks


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    n, systems, _ = SIZES[scale]
    lower, upper, right = (rng.standard_normal((systems, n), np.float32) for _ in range(3))
    diagonal = 2.5 + abs(lower) + abs(upper)
    out = ks.unwritten((systems, n), np.float32)
    return [lower, diagonal, upper, right, out, np.int32(n), np.int32(systems)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    lower, diagonal, upper, right = (ks.array_arg(args, i).astype(np.float64) for i in range(4))
    n = lower.shape[1]
    c, d = np.zeros_like(lower), np.zeros_like(lower)
    for i in range(n):
        before = (c[:, i - 1], d[:, i - 1]) if i else (0.0, 0.0)
        a = lower[:, i] if i else 0.0
        pivot = diagonal[:, i] - a * before[0]
        c[:, i] = upper[:, i] / pivot
        d[:, i] = (right[:, i] - a * before[1]) / pivot
    for i in range(n - 2, -1, -1):
        d[:, i] -= c[:, i] * d[:, i + 1]
    return [d]


CASE = ks.KernelCase(
    name="pcr_lines",
    styles=("linear algebra", "barriers"),
    launches=ks.per_scale(
        lambda scale: ks.Launch((SIZES[scale][2], 1, 1), (SIZES[scale][0], 1, 1), 16 * SIZES[scale][0])
    ),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-4),),
)
