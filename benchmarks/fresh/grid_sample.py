"""Bilinear sampling along a flow field."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# channels, width, height of image and result
SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (2, 20, 15), "full": (16, 640, 480)}
REFLECT = 2


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    channels, width, height = SIZES[scale]
    image = rng.random((channels, height, width), np.float32)
    y, x = np.indices((height, width))
    flow = np.stack([2 * x / width - 1, 2 * y / height - 1], axis=2) * 1.2 + rng.uniform(
        -0.02, 0.02, (height, width, 2)
    )
    sizes = (channels, width, height, width, height, REFLECT)
    out = ks.unwritten(image.shape, np.float32)
    return [image, flow.astype(np.float32), out, *(np.int32(n) for n in sizes)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image, flow = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1).astype(np.float64)
    _, height, width = image.shape

    def place(at: ks.Array, size: int) -> ks.Array:
        at = abs((at + 1) / 2 * (size - 1))
        extra = np.fmod(at, size - 1)
        return np.where(np.floor(at / (size - 1)) % 2 == 0, extra, size - 1 - extra)

    sx, sy = place(flow[..., 0], width), place(flow[..., 1], height)
    x0, y0 = np.floor(sx).astype(int), np.floor(sy).astype(int)
    wx, wy = sx - x0, sy - y0
    padded = np.pad(image, ((0, 0), (0, 1), (0, 1)))
    top = padded[:, y0, x0] * (1 - wx) + padded[:, y0, x0 + 1] * wx
    bottom = padded[:, y0 + 1, x0] * (1 - wx) + padded[:, y0 + 1, x0 + 1] * wx
    return [top * (1 - wy) + bottom * wy]


def launch(scale: ks.Scale) -> ks.Launch:
    _, width, height = SIZES[scale]
    return ks.Launch((-(-width // 16), -(-height // 16), 1), (16, 16, 1))


CASE = ks.KernelCase(
    name="grid_sample",
    styles=("neural networks", "images"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(atol=2e-3, wrong_fraction=1e-4),),
)
