"""Moments of many polygons in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

PARCELS: dict[ks.Scale, int] = {"small": 60, "full": 200_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    parcels = PARCELS[scale]
    sides = rng.integers(3, 24, parcels)
    first = np.concatenate([[0], np.cumsum(sides)]).astype(np.int32)
    which = np.repeat(np.arange(parcels), sides)
    angle = 2 * np.pi * (np.arange(first[-1]) - first[which]) / sides[which]
    radius = rng.uniform(0.5, 1.0, angle.size)
    centre = rng.uniform(-50, 50, (parcels, 2))[which]
    corners = centre + radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return [corners, first, np.int32(parcels), ks.unwritten((parcels, 4), np.float64)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    corners, first = ks.array_arg(args, 0), ks.array_arg(args, 1)
    sides = np.diff(first)
    which = np.repeat(np.arange(sides.size), sides)
    origin = corners[first[:-1]]
    a = corners - origin[which]
    follower = np.arange(len(corners)) + 1
    follower[first[1:] - 1] = first[:-1]
    b = a[follower]
    cross = a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]

    def total(values: ks.Array) -> ks.Array:
        return np.bincount(which, values, minlength=sides.size)

    area = total(cross) / 2
    middle = [total((a[:, k] + b[:, k]) * cross) / (6 * area) + origin[:, k] for k in (0, 1)]
    polar = total(cross * (a * a + a * b + b * b).sum(axis=1)) / 12
    return [np.stack([area, *middle, polar], axis=1)]


CASE = ks.KernelCase(
    name="polygon_moments",
    styles=("computational geometry", "double precision"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-PARCELS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-8, atol=1e-9),),
)
