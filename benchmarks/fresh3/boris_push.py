"""Charged particles in fields on a grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, tuple[int, int, int]]] = {"small": (700, (6, 5, 4)), "full": (2_000_000, (64, 48, 32))}
INVERSE_DX, CHARGE, DT = 2.0, 1.5, 0.05


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, shape = SIZES[scale]
    cells = np.prod(shape)
    place = rng.random((3, count)) * np.array(shape)[:, None] / INVERSE_DX * 0.9999
    grid = ks.Struct((*(np.int32(side) for side in shape), np.float32(INVERSE_DX)))
    fields = ks.Struct((rng.standard_normal((cells, 4), np.float32), rng.standard_normal((cells, 4), np.float32)))
    speed = rng.standard_normal((3, count), np.float32)
    return [place.astype(np.float32), speed, np.int32(count), grid, fields, np.float32(CHARGE), np.float32(DT)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    place, speed, grid, fields = ks.array_arg(args, 0), ks.array_arg(args, 1), args[3], args[4]
    assert isinstance(grid, ks.Struct) and isinstance(fields, ks.Struct)
    count = place.shape[1]
    chosen = ks.sample_indices(count, 40_000)
    shape = np.array([int(np.asarray(side)) for side in grid.fields[:3]])[:, None]
    p, v = place[:, chosen].astype(np.float64), speed[:, chosen].astype(np.float64)
    scaled = p * INVERSE_DX
    at = np.floor(scaled).astype(int)
    share = scaled - at
    e, b = np.zeros(p.shape), np.zeros(p.shape)
    for corner in range(8):
        step = np.array([[corner & 1], [corner >> 1 & 1], [corner >> 2]])
        weight = np.where(step, share, 1 - share).prod(axis=0)
        x, y, z = (at + step) % shape
        node = (z * shape[1] + y) * shape[0] + x
        e += weight * np.asarray(fields.fields[0])[node, :3].T
        b += weight * np.asarray(fields.fields[1])[node, :3].T
    half = 0.5 * CHARGE * DT
    v = v + half * e
    t = half * b
    s = 2 * t / (1 + (t * t).sum(axis=0))
    prime = v + np.cross(v, t, axis=0)
    v = v + np.cross(prime, s, axis=0) + half * e
    size = shape / INVERSE_DX
    moved = (p + DT * v) % size
    where = (np.arange(3)[:, None] * count + chosen).ravel()
    return [ks.Sample(where, moved.ravel()), ks.Sample(where, v.ravel())]


CASE = ks.KernelCase(
    name="boris_push",
    styles=("plasma physics", "structures by value", "local arrays"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(0, 1),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-4, wrong_fraction=1e-3), ks.Tolerance(rtol=1e-3, atol=1e-3)),
)
