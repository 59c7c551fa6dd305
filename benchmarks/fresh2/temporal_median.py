"""The median of nine frames."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

PIXELS: dict[ks.Scale, int] = {"small": 2000, "full": 6_000_000}
LIMIT = 60_000


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    pixels = PIXELS[scale]
    frames = rng.integers(0, 65536, (9, pixels), np.uint16)
    out, moved = ks.unwritten(pixels, np.uint16), np.zeros(1, np.int32)
    frames[8, :5], frames[:8, :5] = 0, 65535
    return [frames, out, np.int32(pixels), moved, np.int32(LIMIT)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    frames = ks.array_arg(args, 0)
    middle = np.partition(frames, 4, axis=0)[4]
    moved = np.count_nonzero(abs(frames[8].astype(np.int32) - middle) > LIMIT)
    return [middle, np.array([moved], np.int32)]


CASE = ks.KernelCase(
    name="temporal_median",
    styles=("images", "exchange networks"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-PIXELS[scale] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(1, 3),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
