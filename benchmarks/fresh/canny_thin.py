"""Sobel gradients and thinning of edges from a shared tile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (60, 20), "full": (3840, 2160)}
LOW, HIGH = 150, 400


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    image = rng.integers(0, 256, (height, width), np.uint8)
    sizes = (np.int32(width), np.int32(height), np.int32(LOW), np.int32(HIGH))
    return [image, ks.unwritten(image.shape, np.uint8), *sizes]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image = ks.array_arg(args, 0)
    height, width = image.shape
    p = np.pad(image.astype(np.int32), 2, mode="edge")
    vertical = p[:-2] + 2 * p[1:-1] + p[2:]
    dx = vertical[:, 2:] - vertical[:, :-2]
    horizontal = p[:, :-2] + 2 * p[:, 1:-1] + p[:, 2:]
    dy = horizontal[2:] - horizontal[:-2]
    strength = abs(dx) + abs(dy)
    inner = (slice(1, -1), slice(1, -1))
    dx, dy, m = dx[inner], dy[inner], strength[inner]
    is_flat, is_steep = 2 * abs(dy) < abs(dx), 2 * abs(dx) < abs(dy)
    sx = np.where(is_flat, 1, np.where(is_steep, 0, 1))
    sy = np.where(is_flat, 0, np.where(is_steep, 1, np.where((dx > 0) == (dy > 0), 1, -1)))
    y, x = np.indices((height, width)) + 1
    is_ridge = (m >= LOW) & (m > strength[y - sy, x - sx]) & (m >= strength[y + sy, x + sx])
    return [np.where(is_ridge, np.where(m >= HIGH, 255, 128), 0).astype(np.uint8)]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height = SIZES[scale]
    return ks.Launch((-(-width // 32), -(-height // 8), 1), (32, 8, 1))


CASE = ks.KernelCase(
    name="canny_thin",
    styles=("images", "shared-memory tiles"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
