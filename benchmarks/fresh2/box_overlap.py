"""Pairs of oriented boxes that overlap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (40, 700), "full": (50_000, 2_000_000)}  # boxes, pairs


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    boxes, count = SIZES[scale]
    values = np.concatenate(
        [rng.uniform(0, 10, (boxes, 2)), rng.uniform(0.3, 3, (boxes, 2)), rng.uniform(0, 6, (boxes, 1))], axis=1
    )
    pairs = rng.integers(0, boxes, (count, 2), np.int32)
    total = np.zeros(1, np.int32)
    return [values.astype(np.float32), pairs, np.int32(count), ks.unwritten(count, np.int8), total]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    boxes, pairs = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1)
    u, v = np.array([-1, 1, 1, -1]) * boxes[:, 2:3], np.array([-1, -1, 1, 1]) * boxes[:, 3:4]
    cosine, sine = np.cos(boxes[:, 4:]), np.sin(boxes[:, 4:])
    x, y = boxes[:, :1] + u * cosine - v * sine, boxes[:, 1:2] + u * sine + v * cosine
    chosen = ks.sample_indices(len(pairs), 100_000)
    hit = np.ones(chosen.size, bool)
    for one, two in ((0, 1), (1, 0)):
        a, b = pairs[chosen, one], pairs[chosen, two]
        for edge in (0, 1):
            nx, ny = (y[a, edge + 1] - y[a, edge])[:, None], (x[a, edge] - x[a, edge + 1])[:, None]
            da, db = x[a] * nx + y[a] * ny, x[b] * nx + y[b] * ny
            hit &= (da.max(axis=1) >= db.min(axis=1)) & (db.max(axis=1) >= da.min(axis=1))
    return [ks.Sample(chosen, hit.astype(np.int8))]


CASE = ks.KernelCase(
    name="box_overlap",
    styles=("computational geometry", "structures"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(wrong_fraction=1e-3),),
)
