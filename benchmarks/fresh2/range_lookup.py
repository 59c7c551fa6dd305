"""The range that holds an address."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# ranges, addresses, blocks
SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (60, 2500, 4), "full": (100_000, 2_000_000, 132 * 8)}
COUNTRIES = 1000


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    ranges, count, _ = SIZES[scale]
    first = (
        np.sort(rng.choice(2**32, ranges, replace=False))
        if ranges < 1000
        else np.unique(rng.integers(0, 2**32, ranges))
    )
    following = np.append(first[1:], 2**32)
    last = first + ((following - first) * rng.uniform(0.5, 0.99, first.size)).astype(np.int64) - 1
    table = np.stack([first, np.maximum(last, first), rng.integers(1, COUNTRIES, first.size)], axis=1)
    addresses = rng.integers(0, 2**32, count).astype(np.uint32)
    out, hits = ks.unwritten(count, np.uint16), np.zeros(COUNTRIES, np.uint32)
    return [table.astype(np.uint32), np.int32(first.size), addresses, np.int32(count), out, hits]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    table, addresses = ks.array_arg(args, 0), ks.array_arg(args, 2)
    at = np.searchsorted(table[:, 0], addresses, side="right") - 1
    is_in = (at >= 0) & (addresses <= table[at, 1])
    country = np.where(is_in, table[at, 2], 0)
    return [country.astype(np.uint16), np.bincount(country[is_in], minlength=COUNTRIES).astype(np.uint32)]


CASE = ks.KernelCase(
    name="range_lookup",
    styles=("searches", "tables"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][2], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
