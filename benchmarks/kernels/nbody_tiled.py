"""All-pairs gravitational n-body step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 500, "full": 40_000}
SOFTENING2 = 0.01


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    bodies = rng.standard_normal((count, 4), np.float32)
    bodies[:, 3] = rng.random(count, np.float32) + np.float32(0.1)
    return [bodies, ks.unwritten((count, 4), np.float32), np.int32(count), np.float32(SOFTENING2)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    bodies = ks.array_arg(args, 0).astype(np.float64)
    chosen = ks.sample_indices(len(bodies), 500)
    values = np.empty((chosen.size, 4))
    for row, body in enumerate(chosen):
        delta = bodies[:, :3] - bodies[body, :3]
        inverse = 1 / np.sqrt((delta**2).sum(axis=1) + float(np.float32(SOFTENING2)))
        values[row, :3] = (bodies[:, 3] * inverse**3) @ delta
        values[row, 3] = -(bodies[:, 3] @ inverse)
    indices = chosen[:, None] * 4 + np.arange(4)
    return [ks.Sample(indices.ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 256), 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = COUNTS[scale]
    return ks.Bound(32 * count, 21 * count * count, "operations")


CASE = ks.KernelCase(
    name="nbody_tiled",
    styles=("n-body",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    # Absolute: the terms of a body near the middle of the cloud cancel.
    tolerances=(ks.Tolerance(rtol=1e-4, atol=5e-2),),
    bounds=ks.per_scale(bound),
)
