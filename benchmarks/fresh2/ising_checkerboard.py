"""Half a sweep of the Ising model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (30, 40), "full": (2048, 4096)}  # half width, height
SWEEP, TEMPERATURE = 77, 2.4


def site_random(site: ks.Array, sweep: int) -> ks.Array:
    h = site.astype(np.uint32) * np.uint32(0x85EBCA6B) ^ np.uint32(sweep * 0xC2B2AE35 & 0xFFFFFFFF)
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        h = (h ^ h >> np.uint32(shift)) * np.uint32(factor)
    return np.asarray(h ^ h >> np.uint32(15))


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    half, height = SIZES[scale]
    black, white = (rng.choice(np.array([-1, 1], np.int8), (height, half)) for _ in range(2))
    odds = np.exp(-2 * np.array([-4, -2, 0, 2, 4]) / TEMPERATURE)
    thresholds = np.minimum(odds * 2.0**32, 2.0**32 - 1).astype(np.uint32)
    return [black, white, np.int32(half), np.int32(height), np.uint32(SWEEP), thresholds, np.int32(1)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    black, white, thresholds = (ks.array_arg(args, i) for i in (0, 1, 5))
    even = np.arange(len(black))[:, None] % 2 == 0
    beside = np.where(even, np.roll(white, 1, axis=1), np.roll(white, -1, axis=1))
    total = (np.roll(white, 1, axis=0) + white + np.roll(white, -1, axis=0) + beside).astype(np.int8)
    random = site_random(np.arange(black.size), SWEEP).reshape(black.shape)
    flip = random < thresholds[(black * total + 4) // 2]
    return [np.where(flip, -black, black)]


CASE = ks.KernelCase(
    name="ising_checkerboard",
    styles=("physics", "bytes", "random numbers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] * SIZES[scale][1] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(0,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
