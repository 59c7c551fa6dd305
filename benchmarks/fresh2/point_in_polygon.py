"""Points in a polygon, one a thread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (600, 21), "full": (700_000, 480)}  # points, sides


def star(rng: np.random.Generator, sides: int) -> ks.Array:
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    radius = rng.uniform(0.3, 1.0, sides)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).astype(np.float32)


def crossings(points: ks.Array, corners: ks.Array) -> ks.Array:
    """Whether each point is inside, by the crossing number."""
    inside = np.zeros(len(points), bool)
    x, y = points[:, 0].astype(np.float64), points[:, 1].astype(np.float64)
    before = corners[-1].astype(np.float64)
    for corner in corners.astype(np.float64):
        if corner[1] != before[1]:
            cross = (before[0] - corner[0]) * (y - corner[1]) / (before[1] - corner[1]) + corner[0]
            inside ^= ((corner[1] > y) != (before[1] > y)) & (x < cross)
        before = corner
    return inside


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, sides = SIZES[scale]
    points = rng.uniform(-1.1, 1.1, (count, 2)).astype(np.float32)
    return [points, np.int32(count), star(rng, sides), np.int32(sides), ks.unwritten(count, np.uint8)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    points, corners = ks.array_arg(args, 0), ks.array_arg(args, 2)
    chosen = ks.sample_indices(len(points), 20_000)
    return [ks.Sample(chosen, crossings(points[chosen], corners).astype(np.uint8))]


CASE = ks.KernelCase(
    name="point_in_polygon",
    styles=("computational geometry", "branches"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(wrong_fraction=1e-3),),
)
