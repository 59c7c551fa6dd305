"""Systems of six equations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 150, "full": 150_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    matrices, right = rng.standard_normal((6, 6, count)), rng.standard_normal((6, count))
    return [matrices, right, ks.unwritten((6, count), np.float64), np.zeros(1, np.int32), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    matrices, right = ks.array_arg(args, 0), ks.array_arg(args, 1)
    found = np.linalg.solve(np.moveaxis(matrices, 2, 0), right.T[:, :, None])
    return [np.ascontiguousarray(found[:, :, 0].T)]


CASE = ks.KernelCase(
    name="lu_solve6",
    styles=("linear algebra", "double precision", "local arrays"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-7, atol=1e-7, wrong_fraction=1e-4),),
)
