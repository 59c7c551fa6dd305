"""Tables for histogram equalisation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# width, height, width and height of a tile
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (70, 50, 20, 27), "full": (4096, 3000, 96, 80)}


def limit_of(scale: ks.Scale) -> int:
    _, _, tile_width, tile_height = SIZES[scale]
    return max(tile_width * tile_height * 3 // 256, 1)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height, tile_width, tile_height = SIZES[scale]
    y, x = np.mgrid[:height, :width]
    image = np.clip(90 + 40 * np.sin(x / 31.0) * np.sin(y / 23.0) + 15 * rng.standard_normal(x.shape), 0, 255)
    sizes = [np.int32(value) for value in (width, height, tile_width, tile_height, limit_of(scale))]
    tiles = -(-width // tile_width) * -(-height // tile_height)
    return [image.astype(np.uint8), *sizes, ks.unwritten((tiles, 256), np.uint8)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image = ks.array_arg(args, 0)
    width, height, tile_width, tile_height, limit = (ks.int_arg(args, k) for k in range(1, 6))
    tables = []
    for top in range(0, height, tile_height):
        for left in range(0, width, tile_width):
            tile = image[top : top + tile_height, left : left + tile_width]
            counts = np.bincount(tile.ravel(), minlength=256)
            share, rest = divmod(int(np.maximum(counts - limit, 0).sum()), 256)
            counts = np.minimum(counts, limit) + share
            step = max(256 // rest, 1) if rest else 1
            counts[: rest * step : step] += 1
            tables.append(np.minimum(counts.cumsum() * 255.0 / tile.size + 0.5, 255.0).astype(np.uint8))
    return [np.stack(tables)]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height, tile_width, tile_height = SIZES[scale]
    return ks.Launch((-(-width // tile_width), -(-height // tile_height), 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="clahe_tables",
    styles=("images", "histograms", "warp operations", "integer division"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(6,),
    reference=reference,
    tolerances=(ks.Tolerance(atol=1.0),),
)
