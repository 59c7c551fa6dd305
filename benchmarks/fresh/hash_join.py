"""The probe side of a hash join with grouped sums."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (1000, 100, 2), "full": (2_000_000, 50_000, 132 * 6)}
SLOT = np.dtype([("key", np.int64), ("region", np.int32), ("weight", np.int32)])


def hash_keys(key: ks.Array) -> ks.Array:
    key = key.astype(np.uint64)
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        key ^= key >> np.uint64(33)
        key *= np.uint64(factor)
    key ^= key >> np.uint64(33)
    return key.astype(np.uint32)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    probes, entries, _ = SIZES[scale]
    slots = entries * 2 + 1
    table = np.zeros(slots, SLOT)
    table["key"] = -1
    known = rng.choice(entries * 3, entries, replace=False).astype(np.int64) * 7919
    for key, at, region in zip(known, hash_keys(known) % slots, rng.integers(0, 25, entries), strict=True):
        while table["key"][at] != -1:
            at = (at + 1) % slots
        table[at] = key, region, region + 1
    keys = rng.integers(0, entries * 3, probes) * 7919
    amounts = rng.integers(1, 1000, probes, np.int32)
    sums, misses = np.zeros(32, np.uint64), np.zeros(1, np.int32)
    return [keys, amounts, np.int32(probes), table.view(np.int64), np.uint32(slots), sums, misses]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys, amounts, table = ks.array_arg(args, 0), ks.array_arg(args, 1), ks.array_arg(args, 3).view(SLOT)
    filled = np.sort(table[table["key"] >= 0], order="key")
    at = np.minimum(np.searchsorted(filled["key"], keys), filled.size - 1)
    hit = filled["key"][at] == keys
    worth = amounts[hit].astype(np.float64) * filled["weight"][at[hit]]
    sums = np.bincount(filled["region"][at[hit]], worth, minlength=32).astype(np.uint64)
    return [sums, np.array([np.count_nonzero(~hit)], np.int32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][2], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="hash_join",
    styles=("tables", "atomics", "64-bit integers"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
