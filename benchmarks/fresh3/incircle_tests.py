"""Points in circles of triangles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 400, "full": 1_000_000}
# Four points of a circle of radius 65 around the origin, in whole numbers.
ROUND = np.array([(65, 0), (63, 16), (60, 25), (56, 33), (52, 39), (39, 52), (33, 56), (25, 60), (16, 63), (0, 65)])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    corners = rng.integers(0, 2**20, (count, 4, 2))
    near = rng.random(count) < 0.5
    signs = rng.choice([-1, 1], (count, 4, 2))
    picked = ROUND[rng.integers(0, len(ROUND), (count, 4))] * signs * rng.integers(1, 4000, (count, 1, 1))
    picked += 2**19
    picked[:, 3] += rng.integers(-1, 2, (count, 2)) * (rng.random((count, 1)) < 0.7)
    corners[near] = picked[near]
    values = corners.astype(np.float64)
    triangles, points = np.ascontiguousarray(values[:, :3]), np.ascontiguousarray(values[:, 3])
    return [triangles, points, np.int32(count), ks.unwritten(count, np.int8), np.zeros(1, np.int32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    triangles, points = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(len(points), 50_000)
    apart = (triangles[chosen] - points[chosen, None]).astype(np.int64)
    (ax, ay), (bx, by), (cx, cy) = (apart[:, k].T for k in range(3))
    minors = (bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx)
    terms = [(apart[:, k] ** 2).sum(axis=1).astype(object) * minors[k] for k in range(3)]
    total = terms[0] + terms[1] + terms[2]
    return [ks.Sample(chosen, np.array([(d > 0) - (d < 0) for d in total], np.int8))]


CASE = ks.KernelCase(
    name="incircle_tests",
    styles=("computational geometry", "double precision", "exact arithmetic", "branches"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
