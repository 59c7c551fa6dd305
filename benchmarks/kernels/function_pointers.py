"""Sphere tracing with distance functions called through a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# shapes, width, height, steps at most
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (5, 24, 16, 12), "full": (16, 1280, 720, 96)}
SHAPE_TYPE = np.dtype([("kind", np.int32), ("centre", np.float32, 3), ("size", np.float32), ("detail", np.float32)])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, width, height, steps = SIZES[scale]
    shapes = np.empty(count, SHAPE_TYPE)
    shapes["kind"] = np.arange(count) % 4
    shapes["centre"] = rng.uniform(-0.9, 0.9, (count, 3))
    shapes["size"] = rng.uniform(0.1, 0.25, count)
    shapes["detail"] = rng.uniform(0.02, 0.06, count)
    depths = ks.unwritten((height, width), np.float32)
    return [shapes.view(np.uint8), np.int32(count), depths, np.int32(width), np.int32(height), np.int32(steps)]


def shape_distance(shape: ks.Array, points: ks.Array) -> ks.Array:
    x, y, z = (points - shape["centre"].astype(np.float64)).T
    size, detail = float(shape["size"]), float(shape["detail"])
    if shape["kind"] == 0:
        return np.asarray(np.sqrt(x**2 + y**2 + z**2) - size)
    if shape["kind"] == 1:
        q = np.abs(np.stack([x, y, z])) - size
        outside = np.sqrt((np.maximum(q, 0) ** 2).sum(axis=0))
        return np.asarray(outside + np.minimum(q.max(axis=0), 0) - detail)
    if shape["kind"] == 2:
        return np.asarray(np.sqrt((np.sqrt(x**2 + z**2) - size) ** 2 + y**2) - detail)
    return np.asarray(np.sqrt(x**2 + (y - np.clip(y, -size, size)) ** 2 + z**2) - detail)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    shapes = ks.array_arg(args, 0).view(SHAPE_TYPE)
    width, height, steps = (ks.int_arg(args, i) for i in (3, 4, 5))
    chosen = ks.sample_indices(width * height, 5000)
    direction = np.stack([(chosen % width + 0.5) / width - 0.5, (chosen // width + 0.5) / height - 0.5], axis=1)
    direction = np.concatenate([direction, np.ones((chosen.size, 1))], axis=1)
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    t, is_done = np.zeros(chosen.size), np.zeros(chosen.size, bool)
    for _ in range(steps):
        points = np.array([0, 0, -3.0]) + t[:, None] * direction
        distance = np.minimum.reduce([shape_distance(shape, points) for shape in shapes])
        t = np.where(is_done, t, t + distance)
        is_done |= (distance < 1e-5) | (t > 10)
    return [ks.Sample(chosen, np.minimum(t, 10))]


def launch(scale: ks.Scale) -> ks.Launch:
    _, width, height, _ = SIZES[scale]
    return ks.Launch((-(-width * height // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    shapes, width, height, _ = SIZES[scale]
    return ks.Bound(4 * width * height, 20 * 20 * shapes * width * height, "operations")


CASE = ks.KernelCase(
    name="function_pointers",
    styles=("function pointers", "noinline device functions", "many device functions"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    # A ray that grazes a shape may stop there or pass it.
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-3, wrong_fraction=5e-3),),
    bounds=ks.per_scale(bound),
)
