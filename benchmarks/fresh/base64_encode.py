"""Base 64 of many records."""

from __future__ import annotations

import base64
import itertools
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (20, 200), "full": (30_000, 1000)}  # records, longest


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    records, longest = SIZES[scale]
    lengths = rng.integers(1, longest, records)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    out_offsets = np.concatenate([[0], np.cumsum((lengths + 2) // 3 * 4)]).astype(np.int32)
    data = rng.integers(0, 256, offsets[-1], np.uint8)
    return [data, offsets, out_offsets, ks.unwritten(int(out_offsets[-1]), np.uint8), np.int32(records)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data, offsets = ks.array_arg(args, 0), ks.array_arg(args, 1)
    parts = (base64.b64encode(data[a:b].tobytes()) for a, b in itertools.pairwise(offsets))
    return [np.frombuffer(b"".join(parts), np.uint8)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 8), 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="base64_encode",
    styles=("text", "constant tables"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
