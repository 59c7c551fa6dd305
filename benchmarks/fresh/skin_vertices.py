"""Skinning of vertices with quaternions and a vector class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 10), "full": (1_500_000, 120)}  # vertices, bones


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, bone_count = SIZES[scale]
    vertices = rng.standard_normal((count, 6), np.float32)
    ids = rng.integers(0, bone_count, (count, 4), np.int32)
    weights = rng.random((count, 4), np.float32)
    weights[rng.random((count, 4)) < 0.3] = 0
    weights[:, 0] += np.float32(0.5)
    weights /= weights.sum(axis=1, keepdims=True)
    bones = rng.standard_normal((bone_count, 8), np.float32)
    bones[:, :4] /= np.linalg.norm(bones[:, :4], axis=1, keepdims=True)
    bones[:, 7] = rng.uniform(0.8, 1.2, bone_count)
    return [vertices, ids, weights, bones, ks.unwritten((count, 6), np.float32), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    vertices, ids, weights, bones = (ks.array_arg(args, i) for i in range(4))
    chosen = ks.sample_indices(len(vertices), 20_000)
    bone, weight = bones[ids[chosen]].astype(np.float64), weights[chosen, :, None].astype(np.float64)
    v, w = bone[..., :3], bone[..., 3:4]

    def rotate(p: ks.Array) -> ks.Array:
        spread = np.broadcast_to(p[:, None, :], v.shape)
        t = 2 * np.cross(v, spread)
        return np.asarray(spread + t * w + np.cross(v, t))

    position, normal = vertices[chosen, :3].astype(np.float64), vertices[chosen, 3:].astype(np.float64)
    moved = ((rotate(position) * bone[..., 7:] + bone[..., 4:7]) * weight).sum(axis=1)
    turned = (rotate(normal) * weight).sum(axis=1)
    turned /= np.linalg.norm(turned, axis=1, keepdims=True)
    values = np.concatenate([moved, turned], axis=1)
    return [ks.Sample((chosen[:, None] * 6 + np.arange(6)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 256), 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="skin_vertices",
    styles=("graphics", "classes with operators"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-3, wrong_fraction=1e-4),),
)
