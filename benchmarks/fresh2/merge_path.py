"""Two sorted lists merged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (900, 700), "full": (2_000_000, 1_500_000)}
PER_THREAD = 11


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    counts = SIZES[scale]
    a, b = (np.sort(rng.integers(0, 5_000_000, n, np.int32)) for n in counts)
    outs = [ks.unwritten(sum(counts), np.int32) for _ in range(2)]
    values = [np.arange(a.size, dtype=np.int32), -1 - np.arange(b.size, dtype=np.int32)]
    return [a, values[0], np.int32(a.size), b, values[1], np.int32(b.size), *outs, np.int32(PER_THREAD)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys = np.concatenate([ks.array_arg(args, 0), ks.array_arg(args, 3)])
    values = np.concatenate([ks.array_arg(args, 1), ks.array_arg(args, 4)])
    order = np.argsort(keys, kind="stable")
    return [keys[order], values[order]]


CASE = ks.KernelCase(
    name="merge_path",
    styles=("sorting", "searches"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-sum(SIZES[scale]) // (128 * PER_THREAD)), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(6, 7),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
