"""Cholesky factors of 8x8 matrices, one thread each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZE = 8
COUNTS: dict[ks.Scale, int] = {"small": 260, "full": 1_000_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    # Symmetric, and positive by a heavy diagonal.
    half = rng.uniform(-0.5, 0.5, (SIZE, SIZE, count)).astype(np.float32)
    matrices = half + half.transpose(1, 0, 2) + SIZE * np.eye(SIZE, dtype=np.float32)[:, :, None]
    return [np.ascontiguousarray(matrices), ks.unwritten((SIZE, SIZE, count), np.float32), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    matrices = np.moveaxis(ks.array_arg(args, 0).astype(np.float64), 2, 0)
    return [np.ascontiguousarray(np.moveaxis(np.linalg.cholesky(matrices), 0, 2)).astype(np.float32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = COUNTS[scale]
    read = SIZE * (SIZE + 1) // 2
    return ks.Bound(4 * (read + SIZE * SIZE) * count, SIZE**3 // 3 * count, "bytes")


CASE = ks.KernelCase(
    name="cholesky_small",
    styles=("triangular nests of plain loops",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-5),),
    bounds=ks.per_scale(bound),
)
