"""Odd-even merge sort in shared memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

LISTS: dict[ks.Scale, int] = {"small": 3, "full": 8000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    lists = LISTS[scale]
    keys = rng.permuted(np.tile(np.arange(512, dtype=np.float32), (lists, 1)), axis=1) * np.float32(0.37)
    return [keys, ks.unwritten(keys.shape, np.float32), ks.unwritten(keys.shape, np.uint16)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys = ks.array_arg(args, 0)
    order = np.argsort(keys, axis=1)
    return [np.take_along_axis(keys, order, axis=1), order.astype(np.uint16)]


CASE = ks.KernelCase(
    name="odd_even_sort",
    styles=("sorting", "barriers"),
    launches=ks.per_scale(lambda scale: ks.Launch((LISTS[scale], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
