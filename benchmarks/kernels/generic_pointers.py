"""Linked lists through shared, local and global memory by generic pointers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 9), "full": (400_000, 24)}  # lists, nodes in each
LIMITS = (2, 8)
NODE_BYTES = 16


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, length = SIZES[scale]
    values = rng.standard_normal((length, count), np.float32)
    kinds = rng.integers(0, 3, (length, count), np.uint8)
    arena = np.zeros(count * length * NODE_BYTES, np.uint8)
    sums, counts = ks.unwritten(count, np.float32), ks.unwritten(count, np.int32)
    return [values, kinds, arena, sums, counts, np.int32(count), np.int32(length)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    values, kinds = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1)
    # The list runs from the last value to the first, and its first two values are swapped.
    order = values[::-1].copy()
    order[[0, 1]] = order[[1, 0]]
    sums = (0.75 ** np.arange(len(values))) @ order
    in_shared, in_local = (np.minimum((kinds == kind).sum(axis=0), LIMITS[kind]) for kind in (0, 1))
    return [sums, (in_shared + 100 * in_local).astype(np.int32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    nodes = int(np.prod(SIZES[scale]))
    return ks.Bound(nodes * (5 + 3 * NODE_BYTES), 20 * nodes, "bytes", "int32")


CASE = ks.KernelCase(
    name="generic_pointers",
    styles=("code with generic pointers", "noinline device functions", "local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3, 4),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=2e-6), ks.EXACT),
    bounds=ks.per_scale(bound),
)
