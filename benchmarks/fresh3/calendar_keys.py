"""Calendar keys of days."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (1500, 3), "full": (3_000_000, 132 * 4)}  # rows, blocks


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, _ = SIZES[scale]
    days = rng.integers(-25_000, 40_000, rows).astype(np.int32)
    amounts = rng.integers(-(10**6), 10**6, rows).astype(np.int32)
    return [days, amounts, np.int32(rows), ks.unwritten(rows, np.uint32), np.zeros(12, np.uint64)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    days, amounts = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(days.size, 20_000)
    values = np.zeros(chosen.size, np.uint32)
    for row, k in enumerate(chosen):
        date = datetime.date(1970, 1, 1) + datetime.timedelta(days=int(days[k]))
        values[row] = date.year << 16 | date.month << 10 | (date.month - 1) // 3 << 8 | date.isocalendar()[1]
    months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) % 12
    sums = np.array([amounts[months == month].sum(dtype=np.int64) for month in range(12)])
    return [ks.Sample(chosen, values), sums.view(np.uint64)]


CASE = ks.KernelCase(
    name="calendar_keys",
    styles=("databases", "integer division", "atomics", "grid-stride loops"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(3, 4),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
