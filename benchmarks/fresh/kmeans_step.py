"""A k-means iteration with sums in shared memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (1500, 3), "full": (1_000_000, 132 * 4)}  # points, blocks
DIMS, CENTRES = 4, 24


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, _ = SIZES[scale]
    # Multiples of 1/8: distances are exact, so that every compiler finds the same centre.
    points = rng.integers(-40, 41, (DIMS, count)).astype(np.float32) / 8
    centres = rng.integers(-40, 41, (CENTRES, DIMS)).astype(np.float32) / 8
    labels = ks.unwritten(count, np.int32)
    sums, counts = np.zeros((CENTRES, DIMS), np.float32), np.zeros(CENTRES, np.int32)
    return [points, centres, labels, sums, counts, np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    points, centres = ks.array_arg(args, 0), ks.array_arg(args, 1)
    best, labels = np.full(points.shape[1], np.inf), np.zeros(points.shape[1], np.int32)
    for which, centre in enumerate(centres):
        d2 = ((points - centre[:, None]) ** 2).sum(axis=0)
        labels = np.where(d2 < best, which, labels).astype(np.int32)
        best = np.minimum(best, d2)
    sums = np.stack([np.bincount(labels, row, minlength=CENTRES) for row in points], axis=1)
    return [labels, sums, np.bincount(labels, minlength=CENTRES).astype(np.int32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="kmeans_step",
    styles=("clustering", "atomics"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2, 3, 4),
    reference=reference,
    tolerances=(ks.EXACT, ks.Tolerance(rtol=1e-4, atol=0.5), ks.EXACT),
)
