"""Polar decomposition of 3x3 matrices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 200, "full": 1_000_000}
TOLERANCE = 1e-4


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    matrices = (2 * np.eye(3) + rng.uniform(-1, 1, (count, 3, 3))).astype(np.float32)
    outputs = [ks.unwritten((count, 3, 3), np.float32), ks.unwritten(count, np.int32)]
    return [matrices, *outputs, np.int32(count), np.float32(TOLERANCE)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    matrices = ks.array_arg(args, 0).astype(np.float64)
    chosen = ks.sample_indices(len(matrices), 20_000)
    left, _, right = np.linalg.svd(matrices[chosen])
    at = (chosen[:, None] * 9 + np.arange(9)).ravel()
    # How many steps it takes depends on rounding: only that there were some is checked.
    return [ks.Sample(at, (left @ right).ravel()), ks.Sample(chosen, np.full(chosen.size, 5, np.int32))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="polar_rotation",
    styles=("small matrices", "small local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.Tolerance(atol=1e-3, wrong_fraction=1e-3), ks.Tolerance(atol=4, wrong_fraction=1e-2)),
)
