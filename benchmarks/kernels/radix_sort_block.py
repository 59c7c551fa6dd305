"""Radix sort of 1024 keys per block, with their positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

KEYS = 1024
RUNS: dict[ks.Scale, int] = {"small": 3, "full": 12000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    shape = (RUNS[scale], KEYS)
    keys = rng.integers(0, 2**32, shape, np.uint32)
    keys[::2] &= np.uint32(0xF000_0F0F)  # many equal keys: stability shows
    return [keys, ks.unwritten(shape, np.uint32), ks.unwritten(shape, np.uint16)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys = ks.array_arg(args, 0)
    order = np.argsort(keys, axis=1, kind="stable")
    return [np.take_along_axis(keys, order, axis=1), order.astype(np.uint16)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((RUNS[scale], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = RUNS[scale] * KEYS
    return ks.Bound(10 * count, 8 * 40 * count, "operations", "int32")


CASE = ks.KernelCase(
    name="radix_sort_block",
    styles=("sorting", "reductions and scans with shuffles"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
    bounds=ks.per_scale(bound),
)
