"""All-pairs forces from global memory, and sums of rows: loops of unknown trip count."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 37), "full": (16_384, 512)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, width = SIZES[scale]
    bodies = rng.uniform(-1, 1, (count, 4)).astype(np.float32)
    bodies[:, 3] = rng.uniform(0.5, 1, count) / count
    weights = rng.uniform(-1, 1, (width, count)).astype(np.float32)
    return [bodies, weights, ks.unwritten((count, 4), np.float32), np.int32(count), np.int32(width)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    bodies, weights = ks.array_arg(args, 0), ks.array_arg(args, 1)
    forces = np.empty((len(bodies), 4), np.float32)
    places, masses = bodies[:, :3].astype(np.float64), bodies[:, 3].astype(np.float64)
    for start in range(0, len(bodies), 256):
        apart = places[None, :, :] - places[start : start + 256, None, :]
        scale = masses * ((apart**2).sum(2) + np.float64(np.float32(0.01))) ** -1.5
        forces[start : start + 256, :3] = (apart * scale[:, :, None]).sum(1)
    exact = weights.astype(np.float64)
    forces[:, 3] = np.where(exact > 0, exact, -0.5 * exact).sum(0)
    return [forces]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 256), 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count, width = SIZES[scale]
    return ks.Bound(4 * count * (8 + width), 19 * count * count, "operations")


CASE = ks.KernelCase(
    name="row_interactions",
    styles=("loops of unknown trip count with loads",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=2e-4),),
    bounds=ks.per_scale(bound),
)
