"""Points in a polygon, six a thread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.fresh2 import point_in_polygon

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (1500, 17), "full": (2_000_000, 320)}  # points, sides


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, sides = SIZES[scale]
    points = rng.uniform(-1.1, 1.1, (count, 2)).astype(np.float32)
    corners = point_in_polygon.star(rng, sides)
    return [points, np.int32(count), corners, np.int32(sides), ks.unwritten(count, np.int32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    points, corners = ks.array_arg(args, 0), ks.array_arg(args, 2)
    chosen = ks.sample_indices(len(points), 20_000)
    return [ks.Sample(chosen, point_in_polygon.crossings(points[chosen], corners).astype(np.int32))]


CASE = ks.KernelCase(
    name="fence_checks",
    styles=("computational geometry", "several elements a thread"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // (128 * 6)), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(wrong_fraction=1e-3),),
)
