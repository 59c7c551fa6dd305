"""Bilinear region features of detected boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# boxes, channels, side, blocks
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (4, 3, 12, 2), "full": (300, 128, 50, 132 * 8)}
BINS, SAMPLES, SCALE = 7, 2, 0.0625


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, channels, side, _ = SIZES[scale]
    features = rng.standard_normal((2, channels, side, side), np.float32)
    corner = rng.uniform(-2, side * 0.7, (count, 2)) / SCALE
    far = corner + rng.uniform(1, side * 0.6, (count, 2)) / SCALE
    boxes = np.concatenate([rng.integers(0, 2, (count, 1)), corner, far], axis=1).astype(np.float32)
    out = ks.unwritten((count, channels, BINS, BINS), np.float32)
    sizes = (count, channels, side, side, BINS, SAMPLES)
    return [features, boxes, out, *(np.int32(n) for n in sizes), np.float32(SCALE)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    features, boxes, out = (ks.array_arg(args, i) for i in range(3))
    _, _, height, width = features.shape
    total = np.zeros(out.shape)
    for box in range(len(boxes)):
        image = int(boxes[box, 0])
        x0, y0, x1, y1 = boxes[box, 1:].astype(np.float64) * SCALE - 0.5
        steps = (np.arange(BINS * SAMPLES) + 0.5) / SAMPLES / BINS
        y, x = y0 + steps * (y1 - y0), x0 + steps * (x1 - x0)
        is_in = ((y >= -1) & (y <= height))[:, None] & ((x >= -1) & (x <= width))
        y, x = np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)
        yl, xl = np.minimum(y.astype(int), height - 2), np.minimum(x.astype(int), width - 2)
        wy, wx = (y - yl)[:, None], x - xl
        plane = features[image].astype(np.float64)
        rows, below = plane[:, yl], plane[:, yl + 1]
        value = (rows[..., xl] * (1 - wx) + rows[..., xl + 1] * wx) * (1 - wy)
        value += (below[..., xl] * (1 - wx) + below[..., xl + 1] * wx) * wy
        value = np.where(is_in, value, 0.0).reshape(-1, BINS, SAMPLES, BINS, SAMPLES)
        total[box] = value.mean(axis=(2, 4))
    return [total]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][3], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="roi_align",
    styles=("detection",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(atol=2e-3, wrong_fraction=1e-3),),
)
