"""Aggregation in an open-addressing hash table with atomics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# items, distinct keys, slots, blocks
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {
    "small": (3000, 300, 1 << 10, 4),
    "full": (10_000_000, 1_000_000, 1 << 21, 132 * 8),
}
LEAST = -(2**31)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    items, distinct, slots, _ = SIZES[scale]
    known = np.unique(rng.integers(1, 2**63, distinct, np.uint64))
    keys = known[rng.integers(0, known.size, items)]
    values = rng.integers(-1000, 1000, items, np.int32)
    counts, sums = np.zeros(slots, np.uint32), np.zeros(slots, np.int64)
    table = [np.zeros(slots, np.uint64), counts, sums, np.full(slots, LEAST, np.int32)]
    return [keys, values, np.int32(items), *table, np.uint32(slots - 1)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys, values, slots = ks.array_arg(args, 0), ks.array_arg(args, 1), ks.array_arg(args, 3).size
    known, which = np.unique(keys, return_inverse=True)
    order = np.argsort(which, kind="stable")
    starts = np.searchsorted(which[order], np.arange(known.size))
    empty = slots - known.size
    columns = [
        known,
        np.bincount(which).astype(np.uint32),
        np.add.reduceat(values[order].astype(np.int64), starts),
        np.maximum.reduceat(values[order], starts),
    ]
    fills = (0, 0, 0, LEAST)
    return [
        np.concatenate([np.full(empty, fill, column.dtype), column])
        for fill, column in zip(fills, columns, strict=True)
    ]


def by_key(outputs: list[ks.Array]) -> list[ks.Array]:
    """Which slot a key gets depends on who came first."""
    order = np.argsort(outputs[0], kind="stable")
    return [column[order] for column in outputs]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][3], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    items = SIZES[scale][0]
    return ks.Bound(items * (12 + 4 * 32), 40 * items, "bytes", "int32")


CASE = ks.KernelCase(
    name="hash_table",
    styles=("atomics-heavy code", "hashes"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3, 4, 5, 6),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT, ks.EXACT, ks.EXACT),
    bounds=ks.per_scale(bound),
    view=by_key,
)
