"""Prefix sums per tile with warp shuffles, 32-bit in and 64-bit out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

TILE = 1024
TILES: dict[ks.Scale, int] = {"small": 6, "full": 65536}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = TILES[scale] * TILE
    data = rng.integers(-(2**31), 2**31, count, np.int32)
    return [data, ks.unwritten(count, np.int64), ks.unwritten(TILES[scale], np.int64)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    sums = np.cumsum(ks.array_arg(args, 0).reshape(-1, TILE), axis=1, dtype=np.int64)
    return [sums, sums[:, -1]]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((TILES[scale], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = TILES[scale] * TILE
    return ks.Bound(12 * count, 10 * count, "bytes", "int32")


CASE = ks.KernelCase(
    name="scan_tiles",
    styles=("reductions and scans with shuffles",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
    bounds=ks.per_scale(bound),
)
