"""The overlap masks of non-maximum suppression."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 150, "full": 10_000}
THRESHOLD = 0.45


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    corner, size = rng.uniform(0, 200, (count, 2)), rng.uniform(20, 120, (count, 2))
    boxes = np.concatenate([corner, corner + size], axis=1).astype(np.float32)
    mask = np.zeros((count, -(-count // 64)), np.uint64)
    return [boxes, rng.integers(0, 3, count, np.int32), np.int32(count), np.float32(THRESHOLD), mask]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    boxes, classes, mask = ks.array_arg(args, 0), ks.array_arg(args, 1), ks.array_arg(args, 4)
    chosen = ks.sample_indices(len(boxes), 300)
    a, b = boxes[chosen, None], boxes[None]
    side = np.maximum(np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2]), 0)
    shared = side[..., 0] * side[..., 1]
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    ratio = shared / (area[chosen, None] + area - shared)
    hit = (ratio > THRESHOLD) & (classes[chosen, None] == classes) & (np.arange(len(boxes)) > chosen[:, None])
    padded = np.zeros((chosen.size, mask.shape[1] * 64), bool)
    padded[:, : len(boxes)] = hit
    words = np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
    at = chosen[:, None] * mask.shape[1] + np.arange(mask.shape[1])
    return [ks.Sample(at.ravel(), words.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    tiles = -(-COUNTS[scale] // 64)
    return ks.Launch((tiles, tiles, 1), (64, 1, 1))


CASE = ks.KernelCase(
    name="nms_mask",
    styles=("detection", "bit masks"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(wrong_fraction=1e-3),),
)
