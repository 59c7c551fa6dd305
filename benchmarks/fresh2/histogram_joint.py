"""A joint histogram of two pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (8000, 4), "full": (16_000_000, 132 * 4)}  # pixels, blocks


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    pixels, _ = SIZES[scale]
    first = rng.integers(0, 256, pixels, np.uint8)
    second = (first // 2 + rng.integers(0, 128, pixels, np.uint8)).astype(np.uint8)
    return [first, second, np.uint32(pixels), np.zeros(1024, np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    first, second = ks.array_arg(args, 0).astype(np.int32), ks.array_arg(args, 1)
    return [np.bincount((first >> 3) * 32 + (second >> 3), minlength=1024).astype(np.uint32)]


CASE = ks.KernelCase(
    name="histogram_joint",
    styles=("statistics", "atomics", "bytes"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
