"""Small least squares by Householder QR, in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 100, "full": 100_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    matrices = rng.uniform(-1, 1, (8, 6, count)) + 2 * np.eye(8, 6)[..., None]
    rights = rng.standard_normal((8, count))
    return [matrices, rights, ks.unwritten((6, count), np.float64), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    a, b = np.moveaxis(ks.array_arg(args, 0), 2, 0), ks.array_arg(args, 1).T
    q, r = np.linalg.qr(a)
    x = np.linalg.solve(r, np.einsum("nij,ni->nj", q, b)[..., None])[..., 0]
    return [np.ascontiguousarray(x.T)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="householder_qr",
    styles=("small matrices", "small local arrays", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-7, atol=1e-7),),
)
