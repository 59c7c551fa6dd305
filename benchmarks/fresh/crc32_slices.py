"""CRC-32 of packets."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (150, 16), "full": (100_000, 64)}  # packets, words each


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    packets, words = SIZES[scale]
    data = rng.integers(0, 2**32, (packets, words), np.uint32)
    lengths = rng.integers(1, 4 * words + 1, packets, np.int32)
    return [data, lengths, np.int32(words), ks.unwritten(packets, np.uint32), np.int32(packets)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data, lengths = ks.array_arg(args, 0), ks.array_arg(args, 1)
    rows = data.view(np.uint8)
    return [np.array([zlib.crc32(row[:n].tobytes()) for row, n in zip(rows, lengths, strict=True)], np.uint32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="crc32_slices",
    styles=("checksums", "shared-memory tables"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
