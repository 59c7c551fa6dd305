"""Polygons clipped by a window."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

POLYGONS: dict[ks.Scale, int] = {"small": 300, "full": 400_000}
WINDOW = (-1.0, -0.7, 0.8, 1.0)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    polygons = POLYGONS[scale]
    counts = rng.integers(3, 9, polygons)
    offsets = np.concatenate([[0], counts.cumsum()]).astype(np.int32)
    owner = np.repeat(np.arange(polygons), counts)
    turn = (np.arange(owner.size) - offsets[owner] + rng.random(owner.size) * 0.8) / counts[owner] * 2 * np.pi
    size, middle = rng.uniform(0.1, 1.2, polygons)[owner], rng.uniform(-1.5, 1.5, (polygons, 2))[owner]
    corners = (middle + size[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)).astype(np.float32)
    window = ks.Struct(tuple(np.float32(value) for value in WINDOW))
    outs = [ks.unwritten(shape, kind) for shape, kind in
            ((polygons, np.int32), (polygons, np.float32), ((polygons, 2), np.float32))]  # fmt: skip
    return [corners, offsets, np.int32(polygons), window, *outs]


def clipped(points: list[ks.Array]) -> list[ks.Array]:
    left, bottom, right, top = WINDOW
    for normal, offset in (((1, 0), left), ((0, 1), bottom), ((-1, 0), -right), ((0, -1), -top)):
        depths = [float(np.dot(normal, p)) - offset for p in points]
        kept: list[ks.Array] = []
        for k, (p, d) in enumerate(zip(points, depths, strict=True)):
            q, e = points[(k + 1) % len(points)], depths[(k + 1) % len(points)]
            if d >= 0:
                kept.append(p)
            if (d < 0) != (e < 0):
                kept.append(p + d / (d - e) * (q - p))
        points = kept
    return points


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    corners, offsets = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1)
    chosen = ks.sample_indices(offsets.size - 1, 3000)
    counts, areas, centres = np.zeros(chosen.size, np.int32), np.zeros(chosen.size), np.zeros((chosen.size, 2))
    for row, k in enumerate(chosen):
        points = clipped(list(corners[offsets[k] : offsets[k + 1]]))
        counts[row] = len(points)
        if not points:
            continue
        a = np.array(points)
        b = np.roll(a, -1, axis=0)
        cross = a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]
        areas[row] = cross.sum() / 2
        if abs(areas[row]) > 1e-6:
            centres[row] = ((a + b) * cross[:, None]).sum(axis=0) / 6 / areas[row]
    both = (chosen[:, None] * 2 + np.arange(2)).ravel()
    return [ks.Sample(chosen, counts), ks.Sample(chosen, areas), ks.Sample(both, centres.ravel())]


CASE = ks.KernelCase(
    name="clip_polygons",
    styles=("computational geometry", "local arrays", "structures"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-POLYGONS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4, 5, 6),
    reference=reference,
    tolerances=(
        ks.Tolerance(wrong_fraction=1e-3),
        ks.Tolerance(rtol=1e-3, atol=1e-5, wrong_fraction=1e-3),
        ks.Tolerance(rtol=1e-2, atol=1e-3, wrong_fraction=1e-2),
    ),
)
