"""Sobel edges with a threshold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (60, 30), "full": (4000, 3000)}
THRESHOLD = 60


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    grey = rng.integers(0, 256, (height, width), np.uint8)
    results = [ks.unwritten(grey.shape, np.uint8) for _ in range(2)]
    return [grey, np.int32(width), np.int32(height), np.int32(THRESHOLD), *results]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    grey = ks.array_arg(args, 0).astype(np.int16)
    across, down = grey[:, 2:] - grey[:, :-2], grey[2:] - grey[:-2]
    gx = across[:-2] + 2 * across[1:-1] + across[2:]
    gy = down[:, :-2] + 2 * down[:, 1:-1] + down[:, 2:]
    ax, ay = abs(gx), abs(gy)
    magnitude = np.minimum((ax + ay) // 4, 255)
    slanted = np.where((gx ^ gy) < 0, 4, 2)
    which = np.where(ay * 5 < ax * 2, 1, np.where(ax * 5 < ay * 2, 3, slanted))
    is_edge = magnitude >= THRESHOLD
    frame = ((1, 1), (1, 1))
    return [np.pad(np.where(is_edge, part, 0).astype(np.uint8), frame) for part in (magnitude, which)]


CASE = ks.KernelCase(
    name="sobel_threshold",
    styles=("images", "bytes"),
    launches=ks.per_scale(
        lambda scale: ks.Launch((-(-SIZES[scale][0] // 32), -(-SIZES[scale][1] // 8), 1), (32, 8, 1))
    ),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
