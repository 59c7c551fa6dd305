"""Directions of keypoints."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# width, height, keypoints, largest scale
SIZES: dict[ks.Scale, tuple[int, int, int, float]] = {"small": (64, 48, 100, 1.2), "full": (1920, 1080, 60_000, 2.0)}
BINS = 36


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height, count, largest = SIZES[scale]
    y, x = np.mgrid[:height, :width]
    image = np.sin(x / 5.0 + 0.02 * y) + np.cos(y / 6.0 - x / 50.0) + 0.2 * rng.standard_normal((height, width))
    keypoints = np.zeros((count, 4), np.float32)
    keypoints[:, :2] = rng.random((count, 2)) * (width - 1, height - 1)
    keypoints[:, 2] = rng.uniform(0.7, largest, count)
    outs = [ks.unwritten(count, np.float32) for _ in range(2)]
    return [image.astype(np.float32), np.int32(width), np.int32(height), keypoints, np.int32(count), *outs]


def orientation(image: ks.Array, point: ks.Array) -> tuple[float, float]:
    height, width = image.shape
    sigma = np.float32(1.5) * point[2]
    radius = int(np.float32(3) * sigma + np.float32(0.5))
    cx, cy = int(point[0] + np.float32(0.5)), int(point[1] + np.float32(0.5))
    dy, dx = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    x, y = cx + dx, cy + dy
    inside = (y >= 1) & (y < height - 1) & (x >= 1) & (x < width - 1) & (dx**2 + dy**2 <= radius**2)
    x, y, far = x[inside], y[inside], (dx**2 + dy**2)[inside]
    gx, gy = image[y, x + 1] - image[y, x - 1], image[y + 1, x] - image[y - 1, x]
    weight = np.exp(-far / (2 * float(sigma) ** 2)) * np.hypot(gx, gy)
    bin_of = np.floor(np.arctan2(gy, gx) * BINS / (2 * np.pi) + 0.5).astype(int) % BINS
    bins = np.bincount(bin_of, weight, BINS)
    for _ in range(2):
        bins = 0.25 * np.roll(bins, 1) + 0.5 * bins + 0.25 * np.roll(bins, -1)
    peak = int(np.argmax(bins))
    before, top, after = bins[peak - 1], bins[peak], bins[(peak + 1) % BINS]
    bend = before - 2 * top + after
    shift = 0.5 * (before - after) / bend if bend else 0.0
    return (peak + shift) * 2 * np.pi / BINS, top - 0.25 * (before - after) * shift


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image, keypoints = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 3)
    chosen = ks.sample_indices(len(keypoints), 3000)
    found = np.array([orientation(image, keypoints[k]) for k in chosen])
    return [ks.Sample(chosen, found[:, 0]), ks.Sample(chosen, found[:, 1])]


CASE = ks.KernelCase(
    name="sift_orientation",
    styles=("images", "local arrays", "trigonometry", "loops with continues"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][2] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-2, atol=1e-2, wrong_fraction=2e-2), ks.Tolerance(rtol=2e-3, wrong_fraction=2e-2)),
)
