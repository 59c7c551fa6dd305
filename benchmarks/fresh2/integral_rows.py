"""Running sums of rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (70, 30), "full": (1500, 8000)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    pitch = -(-width // 64) * 64
    picture = rng.integers(0, 256, (height, pitch), np.uint8)
    results = [ks.unwritten((height, width), np.uint32) for _ in range(2)]
    return [picture, np.uint64(pitch), np.int32(width), np.int32(height), *results]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    picture = ks.array_arg(args, 0)[:, : ks.int_arg(args, 2)].astype(np.uint32)
    return [np.cumsum(picture, axis=1, dtype=np.uint32), np.cumsum(picture * picture, axis=1, dtype=np.uint32)]


CASE = ks.KernelCase(
    name="integral_rows",
    styles=("images", "warp operations"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 8), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
