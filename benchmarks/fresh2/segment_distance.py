"""The nearest segment of a polyline."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 150), "full": (300_000, 400)}  # points, segments
HIT = np.dtype([("distance", np.float32), ("along", np.float32), ("segment", np.int32)])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, segments = SIZES[scale]
    line = np.cumsum(rng.uniform(-1, 1, (segments + 1, 2)), axis=0)
    ends = np.concatenate([line[:-1], line[1:]], axis=1).astype(np.float32)
    x, y = (rng.uniform(line[:, k].min(), line[:, k].max(), count).astype(np.float32) for k in (0, 1))
    hits = np.zeros(count, HIT).view(np.int32)
    return [x, y, np.uint64(count), ends, np.int32(segments), hits]


def distances(x: ks.Array, y: ks.Array, ends: ks.Array) -> ks.Array:
    """Of every point to its nearest segment."""
    best = np.full(x.size, np.inf)
    for x0, y0, x1, y1 in ends.astype(np.float64):
        dx, dy = x1 - x0, y1 - y0
        t = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        best = np.minimum(best, np.hypot(x - x0 - t * dx, y - y0 - t * dy))
    return best


def view(outputs: list[ks.Array]) -> list[ks.Array]:
    return [outputs[0].view(HIT)["distance"]]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    x, y, ends = ks.array_arg(args, 0), ks.array_arg(args, 1), ks.array_arg(args, 3)
    chosen = ks.sample_indices(x.size, 20_000)
    return [ks.Sample(chosen, distances(x[chosen].astype(np.float64), y[chosen].astype(np.float64), ends))]


CASE = ks.KernelCase(
    name="segment_distance",
    styles=("computational geometry", "tiles in shared memory"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-4),),
    view=view,
)
