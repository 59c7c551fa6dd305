"""Solids by distance functions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (30, 22), "full": (640, 480)}  # width, height
SOLID = np.dtype([("kind", "i4"), ("centre", "f4", 3), ("size", "f4", 3), ("shade", "f4")])
EYE, LIGHT = (0.0, 1.2, -4.0), (3.0, 5.0, -3.0)
SCENE = (
    (0, (0.0, 0.8, 0.5), (0.8, 0, 0), 0.9),
    (1, (-1.6, 0.5, 1.0), (0.5, 0.5, 0.3), 0.7),
    (2, (1.5, 0.6, 0.3), (0.6, 0.2, 0), 0.6),
    (1, (0.6, 1.9, 1.5), (0.2, 0.6, 0.4), 0.8),
    (0, (-0.9, 1.7, 0.1), (0.35, 0, 0), 0.5),
    (3, (0.0, 0.0, 0.0), (0, 0, 0), 0.4),
)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    solids = np.array(list(SCENE), SOLID)
    solids["centre"][:5] += rng.uniform(-0.1, 0.1, (5, 3))
    eye, light = (ks.Struct(tuple(np.float32(value) for value in point)) for point in (EYE, LIGHT))
    raw = np.frombuffer(bytearray(solids.tobytes()), np.uint8)
    sizes = (np.int32(solids.size), np.int32(width), np.int32(height))
    return [raw, *sizes, eye, light, ks.unwritten((height, width), np.float32)]


def nearest(solids: ks.Array, p: ks.Array) -> tuple[ks.Array, ks.Array]:
    distances = []
    for solid in solids:
        q, size = p - solid["centre"].astype(np.float64), solid["size"].astype(np.float64)
        if solid["kind"] == 0:
            d = np.linalg.norm(q, axis=1) - size[0]
        elif solid["kind"] == 1:
            outside = np.abs(q) - size
            d = np.linalg.norm(np.maximum(outside, 0), axis=1) + np.minimum(outside.max(axis=1), 0)
        elif solid["kind"] == 2:
            d = np.hypot(np.hypot(q[:, 0], q[:, 2]) - size[0], q[:, 1]) - size[1]
        else:
            d = q[:, 1]
        distances.append(d)
    return np.min(distances, axis=0), solids["shade"][np.argmin(distances, axis=0)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    solids, width, height = ks.array_arg(args, 0).view(SOLID), ks.int_arg(args, 2), ks.int_arg(args, 3)
    chosen = ks.sample_indices(width * height, 10_000)
    x, y = chosen % width, chosen // width
    rays = np.stack([(x + 0.5) / width * 2 - 1, 1 - (y + 0.5) / height * 2, np.full(chosen.size, 1.5)], axis=1)
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    travelled, is_hit = np.zeros(chosen.size), np.zeros(chosen.size, bool)
    for _ in range(64):
        d, _ = nearest(solids, EYE + travelled[:, None] * rays)
        is_marching = ~is_hit & (travelled < 20)
        is_hit |= is_marching & (d < 0.002)
        travelled = np.where(is_marching & ~is_hit, travelled + d, travelled)
    p = EYE + travelled[:, None] * rays
    steps = 0.01 * np.eye(3)
    normal = np.stack([nearest(solids, p + s)[0] - nearest(solids, p - s)[0] for s in steps], axis=1)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    to_light = np.array(LIGHT) - p
    lit = np.maximum((normal * to_light).sum(axis=1) / np.linalg.norm(to_light, axis=1), 0)
    fog = np.exp(-0.08 * travelled)
    shaded = (0.1 + 0.9 * lit) * nearest(solids, p)[1] * fog + 0.8 * (1 - fog)
    return [ks.Sample(chosen, np.where(is_hit, shaded, 0.8))]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height = SIZES[scale]
    return ks.Launch((-(-width // 16), -(-height // 8), 1), (16, 8, 1))


CASE = ks.KernelCase(
    name="sdf_march",
    styles=("graphics", "switch", "operators", "loops with breaks"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(6,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-2, atol=1e-2, wrong_fraction=1e-2),),
)
