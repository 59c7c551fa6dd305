"""Eigenvalues of 4x4 symmetric matrices by Jacobi rotations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZE = 4
COUNTS: dict[ks.Scale, int] = {"small": 300, "full": 2_000_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    upper = rng.standard_normal((SIZE * (SIZE + 1) // 2, count), np.float32)
    values, residuals = ks.unwritten((count, SIZE), np.float32), ks.unwritten(count, np.float32)
    return [upper, values, residuals, np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    upper = ks.array_arg(args, 0)
    chosen = ks.sample_indices(upper.shape[1], 100_000)
    matrices = np.zeros((chosen.size, SIZE, SIZE))
    rows, columns = np.triu_indices(SIZE)
    matrices[:, rows, columns] = matrices[:, columns, rows] = upper[:, chosen].T
    values = np.linalg.eigvalsh(matrices)
    indices = chosen[:, None] * SIZE + np.arange(SIZE)
    return [ks.Sample(indices.ravel(), values.ravel()), np.zeros(upper.shape[1])]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = COUNTS[scale]
    return ks.Bound(60 * count, 6 * 6 * 90 * count, "operations")


CASE = ks.KernelCase(
    name="jacobi_eigen",
    styles=("small dense solvers with local arrays", "templates and functors"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=1e-5), ks.Tolerance(atol=2e-5)),
    bounds=ks.per_scale(bound),
)
