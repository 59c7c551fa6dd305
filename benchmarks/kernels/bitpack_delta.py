"""Decoding of bit-packed differences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

VALUES = 128
BLOCKS: dict[ks.Scale, int] = {"small": 40, "full": 600_000}
MEAN_WIDTH = 12


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = BLOCKS[scale]
    widths = np.minimum(rng.poisson(MEAN_WIDTH, count), 32)
    widths[:3] = 0, 32, 31
    first = np.concatenate([[0], np.cumsum(4 * widths)])
    words = np.zeros(int(first[-1]) + 1, np.uint32)
    for width in np.unique(widths[widths > 0]):
        own = np.flatnonzero(widths == width)
        # Packing random numbers of a width is the same as drawing random words.
        drawn = rng.integers(0, 2**32, (own.size, 4 * int(width)), np.uint32)
        words[first[own][:, None] + np.arange(4 * width)] = drawn
    base = rng.integers(0, 2**32, count, np.uint32)
    headers = np.stack([first[:-1].astype(np.uint32), base, widths.astype(np.uint32)], axis=1)
    return [words, headers, ks.unwritten((count, VALUES), np.int32), np.int32(count)]


def decode(words: ks.Array, base: int, width: int) -> ks.Array:
    bits = np.unpackbits(words[: 4 * width].view(np.uint8), bitorder="little").reshape(VALUES, width)
    zigzag = bits.astype(np.int64) @ (1 << np.arange(width, dtype=np.int64))
    differences = np.where(zigzag & 1, -(zigzag >> 1) - 1, zigzag >> 1)
    return np.asarray((np.cumsum(differences) + base).astype(np.uint32).view(np.int32))


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    words, headers = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(len(headers), 10_000)
    values = [decode(words[first:], int(base), int(width)) for first, base, width in headers[chosen]]
    return [ks.Sample((chosen[:, None] * VALUES + np.arange(VALUES)).ravel(), np.concatenate(values))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-BLOCKS[scale] // 8), 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = BLOCKS[scale]
    return ks.Bound(count * (12 + 16 * MEAN_WIDTH + 4 * VALUES), 12 * VALUES * count, "bytes", "int32")


CASE = ks.KernelCase(
    name="bitpack_delta",
    styles=("bit twiddling as in compression", "reductions and scans with shuffles"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
