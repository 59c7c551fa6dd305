"""The problem of n queens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

N: dict[ks.Scale, int] = {"small": 7, "full": 13}
KNOWN = {7: 40, 13: 73_712}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    n = N[scale]
    return [np.int32(n), np.int32(n**4), ks.unwritten(n**4, np.uint32), np.zeros(1, np.uint64)]


def solutions(n: int, columns: int, rising: int, falling: int) -> int:
    everything = (1 << n) - 1
    if columns == everything:
        return 1
    free, found = everything & ~(columns | rising | falling), 0
    while free:
        queen = free & -free
        free ^= queen
        found += solutions(n, columns | queen, (rising | queen) << 1, (falling | queen) >> 1)
    return found


def below(n: int, prefix: int) -> int:
    columns = rising = falling = 0
    for _ in range(4):
        prefix, at = divmod(prefix, n)
        queen = 1 << at
        if (columns | rising | falling) & queen:
            return 0
        columns, rising, falling = columns | queen, (rising | queen) << 1, (falling | queen) >> 1
    return solutions(n, columns, rising, falling)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    n = ks.int_arg(args, 0)
    chosen = ks.sample_indices(n**4, 4000)
    counts = np.array([below(n, int(prefix)) for prefix in chosen], np.uint32)
    return [ks.Sample(chosen, counts), np.array([KNOWN[n]], np.uint64)]


CASE = ks.KernelCase(
    name="queens_count",
    styles=("searches", "bits", "local stacks", "loops of unknown length"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-(N[scale] ** 4) // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(2, 3),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
