"""Two sorted tables joined."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (900, 700), "full": (1_000_000, 800_000)}
PER_THREAD = 8
ROW = np.dtype([("key", "i4"), ("amount", "i4"), ("discount", "i2"), ("day", "i2")])


def table(rng: np.random.Generator, rows: int, keys: int) -> ks.Array:
    result = np.zeros(rows, ROW)
    result["key"] = np.sort(rng.integers(0, keys, rows))
    result["amount"] = rng.integers(-(10**6), 10**6, rows)
    result["discount"] = rng.integers(0, 40, rows)
    result["day"] = rng.integers(0, 3000, rows)
    return np.frombuffer(bytearray(result.tobytes()), np.uint8)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    sizes = SIZES[scale]
    left, right = (table(rng, rows, sizes[0] // 3) for rows in sizes)
    outs = [ks.unwritten(sizes[0], kind) for kind in (np.int32, np.int64, np.int16)]
    return [left, np.int32(sizes[0]), right, np.int32(sizes[1]), np.int32(PER_THREAD), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    left, right = (ks.array_arg(args, k).view(ROW) for k in (0, 2))
    begin, end = (np.searchsorted(right["key"], left["key"], side) for side in ("left", "right"))
    counts = end - begin
    mine = np.repeat(np.arange(left.size), counts)
    other = right[np.arange(mine.size) - np.repeat(counts.cumsum() - counts, counts) + np.repeat(begin, counts)]
    product = left["amount"][mine].astype(np.int64) * other["amount"] * (100 - other["discount"].astype(np.int64))
    share = np.sign(product) * (np.abs(product) // 100)
    sums = np.zeros(left.size, np.int64)
    np.add.at(sums, mine, share)
    newest = np.full(left.size, -1, np.int16)
    is_past = other["day"] <= left["day"][mine]
    np.maximum.at(newest, mine[is_past], other["day"][is_past])
    return [counts.astype(np.int32), sums, newest]


CASE = ks.KernelCase(
    name="merge_join",
    styles=("databases", "searches", "structures", "16-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // (128 * PER_THREAD)), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5, 6, 7),
    reference=reference,
    tolerances=(ks.EXACT,) * 3,
)
