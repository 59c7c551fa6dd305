"""Bitonic sort of runs of 1024 pairs in shared memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

RUN = 1024
RUNS: dict[ks.Scale, int] = {"small": 3, "full": 16384}
STEPS = 10 * 11 // 2


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    shape = (RUNS[scale], RUN)
    # Few distinct keys in half of the runs, so that ties are decided by the value.
    keys = rng.integers(0, 2**32, shape, np.uint32)
    keys[::2] %= 50
    return [keys, rng.integers(0, 2**32, shape, np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys, values = ks.array_arg(args, 0).astype(np.uint64), ks.array_arg(args, 1).astype(np.uint64)
    ordered = np.sort(keys << np.uint64(32) | values, axis=1)
    return [(ordered >> np.uint64(32)).astype(np.uint32), ordered.astype(np.uint32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((RUNS[scale], 1, 1), (RUN // 2, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    return ks.Bound(16 * RUNS[scale] * RUN, 10 * STEPS * RUNS[scale] * RUN // 2, "operations", "int32")


CASE = ks.KernelCase(
    name="bitonic_sort",
    styles=("sorting",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(0, 1),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
    bounds=ks.per_scale(bound),
)
