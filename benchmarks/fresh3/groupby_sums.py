"""Sums by group."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (3000, 500, 3), "full": (4_000_000, 700, 264)}
SLOTS = 2048


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, kinds, _ = SIZES[scale]
    keys = rng.choice(rng.integers(0, 10**9, kinds), rows).astype(np.int32)
    values = rng.integers(-(2**31), 2**31, rows).astype(np.int32)
    tables = [np.full(SLOTS, -1, np.int32), np.zeros(SLOTS, np.uint64), np.zeros(SLOTS, np.uint32)]
    tables.append(np.full(SLOTS, -(2**31), np.int32))
    return [keys, values, np.int32(rows), *tables, np.int32(SLOTS)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys, values = ks.array_arg(args, 0), ks.array_arg(args, 1)
    found, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    order = np.argsort(inverse, kind="stable")
    starts = np.concatenate([[0], counts.cumsum()[:-1]])
    sums = np.add.reduceat(values[order].astype(np.int64), starts).view(np.uint64)
    return [found, sums, counts.astype(np.uint32), np.maximum.reduceat(values[order], starts)]


def sort_groups(outputs: list[ks.Array]) -> list[ks.Array]:
    taken = np.flatnonzero(outputs[0] != -1)
    order = taken[np.argsort(outputs[0][taken])]
    return [output[order] for output in outputs]


CASE = ks.KernelCase(
    name="groupby_sums",
    styles=("databases", "hash tables", "atomics", "64-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][2], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(3, 4, 5, 6),
    reference=reference,
    tolerances=(ks.EXACT,) * 4,
    view=sort_groups,
)
