"""One round of shortest paths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (800, 300), "full": (1_000_000, 200_000)}  # vertices, frontier
LIMIT = 40_000


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    vertices, size = SIZES[scale]
    degrees = np.minimum(rng.zipf(1.8, vertices), 150) + rng.integers(0, 5, vertices)
    starts = np.concatenate([[0], degrees.cumsum()]).astype(np.uint32)
    targets = rng.integers(0, vertices, starts[-1], np.uint32)
    weights = rng.integers(1, 20_000, starts[-1], np.uint16)
    before = rng.integers(0, 60_000, vertices, np.uint32)
    before[rng.random(vertices) < 0.4] = 0xFFFFFFFF
    frontier = rng.permutation(vertices)[:size].astype(np.uint32)
    before[frontier] = rng.integers(0, 30_000, size, np.uint32)
    graph = ks.Struct((starts, targets, weights))
    outs = [before.copy(), np.zeros(vertices, np.uint8)]
    return [graph, frontier, np.uint32(size), before, np.uint32(LIMIT), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    graph, frontier, before = args[0], ks.array_arg(args, 1), ks.array_arg(args, 3)
    assert isinstance(graph, ks.Struct)
    starts, targets, weights = (np.asarray(field) for field in graph.fields)
    counts = (starts[frontier + 1] - starts[frontier]).astype(np.int64)
    edge = np.arange(counts.sum()) + np.repeat(starts[frontier] - (counts.cumsum() - counts), counts)
    offered = np.repeat(before[frontier], counts).astype(np.int64) + weights[edge]
    is_near = offered < LIMIT
    after = before.astype(np.int64)
    np.minimum.at(after, targets[edge][is_near], offered[is_near])
    return [after.astype(np.uint32), (after < before).astype(np.uint8)]


CASE = ks.KernelCase(
    name="sssp_relax",
    styles=("graphs", "atomics", "warp operations", "16-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
