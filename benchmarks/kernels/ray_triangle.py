"""Nearest ray/triangle hit, all pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import rays as rays_reference

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (250, 150), "full": (400_000, 2000)}  # rays, triangles


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    ray_count, triangle_count = SIZES[scale]
    triangles = rays_reference.random_triangles(rng, triangle_count, 0.15)
    rays = np.empty((ray_count, 2, 3), np.float32)
    rays[:, 0] = rng.uniform(-0.5, 1.5, (ray_count, 3))
    rays[:, 1] = rng.random((ray_count, 3)) - rays[:, 0]
    hits, distances = ks.unwritten(ray_count, np.int32), ks.unwritten(ray_count, np.float32)
    return [rays, triangles, hits, distances, np.int32(ray_count), np.int32(triangle_count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    rays, triangles = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1).astype(np.float64)
    chosen = ks.sample_indices(len(rays), 4000)
    hits, distances = np.empty(chosen.size, np.int32), np.empty(chosen.size)
    for row, (origin, direction) in enumerate(rays[chosen]):
        along = rays_reference.distances(origin, direction, triangles)
        nearest = int(np.argmin(along))
        distances[row] = along[nearest]
        hits[row] = nearest if along[nearest] < rays_reference.FAR else -1
    return [ks.Sample(chosen, hits), ks.Sample(chosen, distances)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    rays, triangles = SIZES[scale]
    return ks.Bound(32 * rays + 36 * triangles, 35 * rays * triangles, "operations")


CASE = ks.KernelCase(
    name="ray_triangle",
    styles=("ray/triangle and BVH traversal with many device functions",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2, 3),
    reference=reference,
    # A ray that grazes an edge may hit or miss.
    tolerances=(ks.Tolerance(wrong_fraction=2e-3), ks.Tolerance(rtol=1e-3, atol=1e-4, wrong_fraction=2e-3)),
    bounds=ks.per_scale(bound),
)
