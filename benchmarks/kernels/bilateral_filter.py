"""Bilateral image filter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

RADIUS = 3
SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (50, 20), "full": (3840, 2160)}  # width, height
SPACE, COLOUR = np.float32(-1 / 8), np.float32(-1 / 5000)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    image = rng.integers(0, 256, (height, width, 4), np.uint8)
    result = ks.unwritten((height, width, 4), np.float32)
    return [image, result, np.int32(width), np.int32(height), SPACE, COLOUR]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image = ks.array_arg(args, 0)
    height, width, _ = image.shape
    chosen = ks.sample_indices(height * width, 50_000)
    y, x = np.divmod(chosen, width)
    centre = image[y, x].astype(np.float64)
    total, weights = np.zeros((chosen.size, 3)), np.zeros(chosen.size)
    for dy in range(-RADIUS, RADIUS + 1):
        for dx in range(-RADIUS, RADIUS + 1):
            colour = image[np.clip(y + dy, 0, height - 1), np.clip(x + dx, 0, width - 1), :3].astype(np.float64)
            distance2 = ((colour - centre[:, :3]) ** 2).sum(axis=1)
            weight = np.exp(float(SPACE) * (dx * dx + dy * dy) + float(COLOUR) * distance2)
            total += weight[:, None] * colour
            weights += weight
    values = np.concatenate([total / weights[:, None], centre[:, 3:]], axis=1)
    return [ks.Sample((4 * chosen[:, None] + np.arange(4)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height = SIZES[scale]
    return ks.Launch((-(-width // 32), -(-height // 8), 1), (32, 8, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    pixels = int(np.prod(SIZES[scale]))
    return ks.Bound(20 * pixels, 49 * 22 * pixels, "operations")


CASE = ks.KernelCase(
    name="bilateral_filter",
    styles=("image filters",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=5e-5, atol=1e-3),),
    bounds=ks.per_scale(bound),
)
