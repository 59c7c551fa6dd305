"""Ray casting with shadows through a bounding-volume hierarchy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import rays

# levels of inner nodes, image width, image height, edge length of triangles
SIZES: dict[ks.Scale, tuple[int, int, int, float]] = {"small": (5, 24, 20, 0.2), "full": (14, 1600, 1200, 0.02)}
LEAF = 4
EYE, CORNER, RIGHT, DOWN, LIGHT = np.array(
    [[0.4, 0.5, -1.5], [-0.3, 1.3, 0.0], [1.6, 0.0, 0.0], [0.0, -1.6, 0.0], [0.2, 2.5, -1.2]], np.float32
)


def morton_order(points: ks.Array) -> ks.Array:
    cells = (np.clip(points, 0, 1) * 1023).astype(np.int64)
    code = np.zeros(len(points), np.int64)
    for bit in range(10):
        for axis in range(3):
            code |= (cells[:, axis] >> bit & 1) << (3 * bit + axis)
    return np.argsort(code, kind="stable")


def make_boxes(triangles: ks.Array, levels: int) -> ks.Array:
    """Boxes in heap order, from the leaves up; a little larger than exact, so that rounding loses no hit."""
    corners = triangles[:, :1] + np.concatenate([np.zeros_like(triangles[:, :1]), triangles[:, 1:]], axis=1)
    low = corners.reshape(-1, 3 * LEAF, 3).min(axis=1) - np.float32(1e-5)
    high = corners.reshape(-1, 3 * LEAF, 3).max(axis=1) + np.float32(1e-5)
    rows = [np.stack([low, high], axis=1)]
    for _ in range(levels):
        pairs = rows[0].reshape(-1, 2, 2, 3)
        rows.insert(0, np.stack([pairs[:, :, 0].min(axis=1), pairs[:, :, 1].max(axis=1)], axis=1))
    return np.concatenate(rows)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    levels, width, height, size = SIZES[scale]
    triangles = rays.random_triangles(rng, LEAF << levels, size)
    triangles = triangles[morton_order(triangles[:, 0])]
    scene = ks.Struct((make_boxes(triangles, levels), triangles, np.int32((1 << levels) - 1)))
    camera = ks.Struct(tuple(np.concatenate([EYE, CORNER, RIGHT, DOWN, LIGHT])))
    hits, shades = ks.unwritten((height, width), np.int32), ks.unwritten((height, width), np.float32)
    return [scene, camera, hits, shades, np.int32(width), np.int32(height)]


def shade(origin: ks.Array, direction: ks.Array, distance: float, nearest: int, triangles: ks.Array) -> float:
    normal = np.cross(triangles[nearest, 1], triangles[nearest, 2])
    normal *= -np.sign(normal @ direction) / np.linalg.norm(normal)
    point = origin + distance * direction + 1e-3 * normal
    to_light = LIGHT - point
    cosine = normal @ to_light / np.linalg.norm(to_light)
    if cosine <= 0 or rays.distances(point, to_light, triangles).min() < 1:
        return 0.1
    return 0.1 + 0.9 * float(cosine)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    """Without the hierarchy: every chosen ray against every triangle."""
    scene = args[0]
    assert isinstance(scene, ks.Struct)
    triangles = np.asarray(scene.fields[1]).astype(np.float64)
    width, height = ks.int_arg(args, 4), ks.int_arg(args, 5)
    chosen = ks.sample_indices(width * height, 480)
    hits, shades = np.full(chosen.size, -1, np.int32), np.zeros(chosen.size)
    for row, pixel in enumerate(chosen):
        x, y = (pixel % width + 0.5) / width, (pixel // width + 0.5) / height
        direction = (CORNER + x * RIGHT + y * DOWN - EYE).astype(np.float64)
        along = rays.distances(EYE.astype(np.float64), direction, triangles)
        nearest = int(np.argmin(along))
        if along[nearest] < rays.FAR:
            hits[row] = nearest
            shades[row] = shade(EYE, direction, float(along[nearest]), nearest, triangles)
    return [ks.Sample(chosen, hits), ks.Sample(chosen, shades)]


def launch(scale: ks.Scale) -> ks.Launch:
    _, width, height, _ = SIZES[scale]
    return ks.Launch((-(-width // 16), -(-height // 8), 1), (16, 8, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    levels, width, height, _ = SIZES[scale]
    pixels = width * height
    return ks.Bound(8 * pixels + (24 << levels + 1) + (36 * LEAF << levels), pixels * levels * 150, "operations")


CASE = ks.KernelCase(
    name="bvh_traversal",
    styles=("ray/triangle and BVH traversal with many device functions", "struct arguments", "local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2, 3),
    reference=reference,
    # A ray that grazes an edge may hit or miss.
    tolerances=(ks.Tolerance(wrong_fraction=8e-3), ks.Tolerance(rtol=1e-3, atol=1e-3, wrong_fraction=8e-3)),
    bounds=ks.per_scale(bound),
)
