"""Batched 6x6 solves with partial pivoting."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZE = 6
COUNTS: dict[ks.Scale, int] = {"small": 300, "full": 1_000_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    # A permutation matrix and a smaller perturbation: well conditioned, and pivoting is needed.
    matrices = rng.uniform(-0.15, 0.15, (SIZE, SIZE, count))
    orders = np.array([rng.permutation(SIZE) for _ in range(64)])
    for row in range(SIZE):
        matrices[row, orders[np.arange(count) % 64, row], np.arange(count)] += 1
    rights = rng.standard_normal((SIZE, count))
    return [matrices, rights, ks.unwritten((SIZE, count), np.float64), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    matrices, rights = ks.array_arg(args, 0), ks.array_arg(args, 1)
    return [np.linalg.solve(np.moveaxis(matrices, 2, 0), rights.T[..., None])[..., 0].T]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = COUNTS[scale]
    return ks.Bound(8 * (SIZE * SIZE + 2 * SIZE) * count, 2 * SIZE**3 * count, "bytes", "fp64")


CASE = ks.KernelCase(
    name="batched_lu",
    styles=("small dense solvers with local arrays",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-10, atol=1e-11),),
    bounds=ks.per_scale(bound),
)
