"""The inner phase of blocked all-pairs shortest paths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIDES: dict[ks.Scale, int] = {"small": 96, "full": 2048}
TILE, PIVOT = 32, 1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    n = SIDES[scale]
    distance = rng.integers(1, 1000, (n, n), np.int32)
    return [distance, rng.integers(0, n, (n, n), np.int32), np.int32(n), np.int32(PIVOT)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    distance, hop = ks.array_arg(args, 0), ks.array_arg(args, 1)
    best, way = distance.copy(), hop.copy()
    for k in range(PIVOT * TILE, PIVOT * TILE + TILE):
        through = distance[:, k, None] + distance[k]
        is_better = through < best
        best = np.where(is_better, through, best)
        way = np.where(is_better, hop[:, k, None], way)
    for result, old in ((best, distance), (way, hop)):
        pivot = slice(PIVOT * TILE, PIVOT * TILE + TILE)
        result[pivot], result[:, pivot] = old[pivot], old[:, pivot]
    return [best, way]


def launch(scale: ks.Scale) -> ks.Launch:
    tiles = SIDES[scale] // TILE
    return ks.Launch((tiles, tiles, 1), (32, 8, 1))


CASE = ks.KernelCase(
    name="floyd_tile",
    styles=("graphs", "shared-memory tiles"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(0, 1),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
