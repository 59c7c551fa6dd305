"""Pixels to Lab."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (45, 20), "full": (2000, 1200)}  # width, height
WANTED, LIMIT = (52.0, 20.0, -14.0), 28.0
MATRIX = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    pitch = -(-width // 16) * 16
    pixels = rng.integers(0, 256, (height, pitch, 4), np.uint8)
    sizes = (np.int32(width), np.int32(height), np.int32(pitch))
    wanted = ks.Struct(tuple(np.float32(value) for value in WANTED))
    outs = [ks.unwritten((height, width, 3), np.float32), ks.unwritten((height, width), np.uint8)]
    return [pixels, *sizes, wanted, np.float32(LIMIT), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    pixels, width = ks.array_arg(args, 0), ks.int_arg(args, 1)
    rows = ks.sample_indices(len(pixels), 60)
    c = pixels[rows, :width, :3] / 255.0
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    t = linear @ np.array(MATRIX).T / (0.95047, 1.0, 1.08883)
    f = np.where(t > 0.008856452, np.cbrt(t), 7.787037 * t + 0.13793103)
    lab = np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)
    d = np.array(WANTED) - lab
    c1 = np.hypot(WANTED[1], WANTED[2])
    dc = c1 - np.hypot(lab[..., 1], lab[..., 2])
    dh2 = np.maximum(d[..., 1] ** 2 + d[..., 2] ** 2 - dc**2, 0)
    apart = np.sqrt(d[..., 0] ** 2 + (dc / (1 + 0.045 * c1)) ** 2 + dh2 / (1 + 0.015 * c1) ** 2)
    places = (rows[:, None] * width + np.arange(width)).ravel()
    mask = np.where(apart < LIMIT, 255, 0).astype(np.uint8).ravel()
    return [ks.Sample((places[:, None] * 3 + np.arange(3)).ravel(), lab.ravel()), ks.Sample(places, mask)]


def bound(scale: ks.Scale) -> ks.Bound:
    width, height = SIZES[scale]
    return ks.Bound(17 * width * height, 120 * width * height, "bytes")


CASE = ks.KernelCase(
    name="rgb_to_lab",
    styles=("images", "colours", "structures by value"),
    launches=ks.per_scale(lambda s: ks.Launch((-(-SIZES[s][0] // 32), -(-SIZES[s][1] // 8), 1), (32, 8, 1))),
    make_args=make_args,
    outputs=(6, 7),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=5e-3), ks.Tolerance(wrong_fraction=1e-3)),
    bounds=ks.per_scale(bound),
)
