"""One pull iteration of PageRank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (500, 2), "full": (400_000, 132 * 6)}  # vertices, blocks
DAMPING = 0.85


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, _ = SIZES[scale]
    degree = rng.geometric(0.08, count)
    starts = np.concatenate([[0], np.cumsum(degree)]).astype(np.int32)
    sources = rng.integers(0, count, starts[-1], np.int32)
    out_degree = np.maximum(np.bincount(sources, minlength=count), 1).astype(np.int32)
    rank = rng.random(count, np.float32) / np.float32(count)
    out, change = ks.unwritten(count, np.float32), np.zeros(1, np.float32)
    return [starts, sources, rank, out_degree, out, change, np.int32(count), np.float32(DAMPING)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    starts, sources, rank, out_degree = (ks.array_arg(args, i) for i in range(4))
    sent = rank.astype(np.float64)[sources] / out_degree[sources]
    sums = np.add.reduceat(sent, starts[:-1])
    fresh = (1 - DAMPING) / rank.size + DAMPING * sums
    return [fresh, np.array([abs(fresh - rank).sum()])]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="pagerank_pull",
    styles=("graphs",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4), ks.Tolerance(rtol=1e-4)),
)
