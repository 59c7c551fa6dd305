"""Inverses of 4x4 matrices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 300, "full": 800_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    matrices = rng.standard_normal((count, 4, 4), np.float32) + 3 * np.eye(4, dtype=np.float32)
    matrices[7] = 0
    return [matrices, ks.unwritten(matrices.shape, np.float32), np.uint32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    matrices = ks.array_arg(args, 0)
    chosen = ks.sample_indices(len(matrices), 50_000)
    some = matrices[chosen].astype(np.float64)
    some[~some.any(axis=(1, 2))] = np.eye(4)
    values = np.linalg.inv(some)
    return [ks.Sample((chosen[:, None] * 16 + np.arange(16)).ravel(), values.ravel())]


CASE = ks.KernelCase(
    name="invert4",
    styles=("linear algebra", "vectors of four"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-3, atol=2e-3, wrong_fraction=2e-3),),
)
