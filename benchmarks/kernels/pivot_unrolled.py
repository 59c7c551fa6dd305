"""Batched 6x6 solves with partial pivoting, all loops unrolled by pragma."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZE = 6
COUNTS: dict[ks.Scale, int] = {"small": 300, "full": 2_000_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    # A permutation matrix and a smaller perturbation: well conditioned, and pivoting is needed.
    matrices = rng.uniform(-0.15, 0.15, (SIZE, SIZE, count)).astype(np.float32)
    orders = np.array([rng.permutation(SIZE) for _ in range(64)])
    for row in range(SIZE):
        matrices[row, orders[np.arange(count) % 64, row], np.arange(count)] += 1
    rights = rng.standard_normal((SIZE, count)).astype(np.float32)
    return [matrices, rights, ks.unwritten((SIZE, count), np.float32), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    matrices, rights = (ks.array_arg(args, i).astype(np.float64) for i in (0, 1))
    solved = np.linalg.solve(np.moveaxis(matrices, 2, 0), rights.T[..., None])[..., 0].T
    return [solved.astype(np.float32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = COUNTS[scale]
    return ks.Bound(4 * (SIZE * SIZE + 2 * SIZE) * count, 2 * SIZE**3 * count, "bytes")


CASE = ks.KernelCase(
    name="pivot_unrolled",
    styles=("triangular nests of pragma loops",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-4, atol=2e-4),),
    bounds=ks.per_scale(bound),
)
