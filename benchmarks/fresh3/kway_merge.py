"""Eight sorted runs merged by a heap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

GROUPS: dict[ks.Scale, int] = {"small": 60, "full": 40_000}
RUNS, LENGTH, FAR = 8, 16, 2**31 - 1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    groups = GROUPS[scale]
    runs = np.sort(rng.integers(0, 500, (groups, RUNS, LENGTH), np.int32), axis=2)
    lengths = rng.integers(0, LENGTH + 1, (groups, RUNS)).astype(np.int16)
    size = groups * RUNS * LENGTH
    outs = [np.full(size, -1, np.int32), np.full(size, 255, np.uint8)]
    return [runs, lengths, np.int32(groups), np.int32(LENGTH), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    runs, lengths = ks.array_arg(args, 0), ks.array_arg(args, 1)
    is_there = np.arange(LENGTH) < lengths[:, :, None]
    keys = np.where(is_there, runs, FAR).reshape(len(runs), -1)
    source = np.where(is_there, np.arange(RUNS)[:, None], 255).reshape(len(runs), -1)
    order = np.argsort(keys, axis=1, kind="stable")
    keys = np.take_along_axis(keys, order, axis=1)
    source = np.take_along_axis(source, order, axis=1)
    return [np.where(keys == FAR, -1, keys).astype(np.int32), source.astype(np.uint8)]


CASE = ks.KernelCase(
    name="kway_merge",
    styles=("sorting", "priority queues", "classes", "16-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-GROUPS[scale] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
