"""Rays against triangles, all pairs, in double precision."""

from __future__ import annotations

import numpy as np

from benchmarks.kernel_set import Array

FAR = 1e30


def distances(origin: Array, direction: Array, triangles: Array) -> Array:
    """Where one ray meets each triangle (corner, edge, edge), FAR where it does not."""
    corner, edge1, edge2 = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    p = np.cross(direction, edge2)
    determinant = (edge1 * p).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / determinant
        offset = origin - corner
        u = (offset * p).sum(axis=1) * inverse
        q = np.cross(offset, edge1)
        v = q @ direction * inverse
        distance = (edge2 * q).sum(axis=1) * inverse
        is_hit = (np.abs(determinant) >= 1e-9) & (u >= 0) & (u <= 1) & (v >= 0) & (u + v <= 1) & (distance > 1e-4)
    return np.where(is_hit, distance, FAR)


def random_triangles(rng: np.random.Generator, count: int, size: float) -> Array:
    """A soup in the unit cube, as (corner, edge, edge)."""
    triangles = np.empty((count, 3, 3), np.float32)
    triangles[:, 0] = rng.random((count, 3))
    triangles[:, 1:] = rng.uniform(-size, size, (count, 2, 3))
    return triangles
