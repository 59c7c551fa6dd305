"""Runs to values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

RUNS: dict[ks.Scale, int] = {"small": 150, "full": 800_000}
PER_THREAD = 16


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    runs = RUNS[scale]
    ends = np.cumsum(rng.integers(1, 24, runs)).astype(np.int32)
    values = rng.integers(-30000, 30000, runs, np.int16)
    out = ks.unwritten(int(ends[-1]), np.int16)
    return [ends, values, np.int32(runs), out, np.int32(ends[-1]), np.int32(PER_THREAD)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    ends, values = ks.array_arg(args, 0), ks.array_arg(args, 1)
    return [np.repeat(values, np.diff(ends, prepend=0))]


CASE = ks.KernelCase(
    name="rle_expand",
    styles=("codecs", "searches"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-RUNS[scale] * 24 // (128 * PER_THREAD)), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
