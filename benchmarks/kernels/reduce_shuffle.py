"""Sum, minimum and arg-maximum with warp shuffles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (4, 4 * 3000), "full": (132 * 8, 4 * 30_000_000)}  # blocks, floats


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    blocks, count = SIZES[scale]
    data = rng.random(count, np.float32)
    results = [ks.unwritten(blocks, kind) for kind in (np.float32, np.float32, np.int32)]
    return [data, np.int32(count // 4), *results]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data, blocks = ks.array_arg(args, 0), ks.array_arg(args, 2).size
    # Block b takes every row of 256 quads whose number is b modulo the number of blocks.
    row = 4 * 256
    starts = np.arange(0, data.size, row)
    row_sums = np.add.reduceat(data, starts, dtype=np.float64)
    row_leasts, row_mosts = np.minimum.reduceat(data, starts), np.maximum.reduceat(data, starts)
    most_at = []
    for block in range(blocks):
        number = block + blocks * int(np.argmax(row_mosts[block::blocks]))
        most_at.append(number * row + int(np.argmax(data[number * row : (number + 1) * row])))
    sums = [row_sums[block::blocks].sum() for block in range(blocks)]
    leasts = [row_leasts[block::blocks].min() for block in range(blocks)]
    return [np.array(sums), np.array(leasts), np.array(most_at, np.int32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][0], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = SIZES[scale][1]
    return ks.Bound(4 * count, 4 * count, "bytes")


CASE = ks.KernelCase(
    name="reduce_shuffle",
    styles=("reductions and scans with shuffles",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2, 3, 4),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5), ks.EXACT, ks.EXACT),
    bounds=ks.per_scale(bound),
)
