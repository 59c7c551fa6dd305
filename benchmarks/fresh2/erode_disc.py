"""Erosion and dilation by a disc."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (50, 20), "full": (3000, 2000)}
RADIUS = 3


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    image = rng.integers(0, 256, (height, width), np.uint8)
    return [image, np.int32(width), np.int32(height), *(ks.unwritten(image.shape, np.uint8) for _ in range(2))]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image = ks.array_arg(args, 0)
    height, width = image.shape
    padded = np.pad(image, RADIUS, mode="edge")
    low, high = np.full_like(image, 255), np.zeros_like(image)
    for dy in range(2 * RADIUS + 1):
        for dx in range(2 * RADIUS + 1):
            if (dx - RADIUS) ** 2 + (dy - RADIUS) ** 2 <= RADIUS**2:
                part = padded[dy : dy + height, dx : dx + width]
                np.minimum(low, part, out=low)
                np.maximum(high, part, out=high)
    return [low, high]


CASE = ks.KernelCase(
    name="erode_disc",
    styles=("images", "tiles in shared memory"),
    launches=ks.per_scale(
        lambda scale: ks.Launch((-(-SIZES[scale][0] // 32), -(-SIZES[scale][1] // 8), 1), (32, 8, 1))
    ),
    make_args=make_args,
    outputs=(3, 4),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
