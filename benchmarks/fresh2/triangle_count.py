"""Triangles by intersection."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (60, 500), "full": (20_000, 600_000)}  # nodes, tried edges


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nodes, tried = SIZES[scale]
    ends = np.sort((nodes * rng.random((tried, 2)) ** 1.5).astype(np.int64), axis=1)
    keys = np.unique(ends[ends[:, 0] < ends[:, 1]] @ np.array([nodes, 1]))
    edges = np.stack(np.divmod(keys, nodes), axis=1).astype(np.int32)
    starts = np.searchsorted(edges[:, 0], np.arange(nodes + 1)).astype(np.int32)
    neighbours = np.ascontiguousarray(edges[:, 1])
    out = ks.unwritten(len(edges), np.int32)
    return [starts, neighbours, edges, np.int32(len(edges)), np.zeros(1, np.uint64), out]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    starts, neighbours, edges = (ks.array_arg(args, i) for i in range(3))
    chosen = ks.sample_indices(len(edges), 5000)
    rows = [neighbours[starts[n] : starts[n + 1]] for n in range(starts.size - 1)]
    common = [np.intersect1d(rows[u], rows[v], assume_unique=True).size for u, v in edges[chosen]]
    return [ks.Sample(chosen, np.array(common, np.int32))]


CASE = ks.KernelCase(
    name="triangle_count",
    styles=("graphs", "branches"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
