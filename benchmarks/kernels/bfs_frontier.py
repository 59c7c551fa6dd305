"""One level of a breadth-first search with a queue."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (6000, 700), "full": (4_000_000, 1_000_000)}  # vertices, frontier
DEGREE = 12
DEPTH = 3


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    vertices, frontier_size = SIZES[scale]
    degrees = np.minimum(rng.zipf(1.9, vertices), 200) + rng.integers(0, DEGREE, vertices)
    starts = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)
    edges = rng.integers(0, vertices, int(starts[-1]), np.int32)
    levels = np.full(vertices, -1, np.int32)
    seen = rng.permutation(vertices)[: frontier_size + vertices // 4]
    levels[seen] = DEPTH - 2
    frontier = seen[:frontier_size].astype(np.int32)
    levels[frontier] = DEPTH - 1
    queue, size = ks.unwritten(vertices, np.int32), np.zeros(1, np.int32)
    return [ks.Struct((starts, edges)), frontier, np.int32(frontier_size), levels, queue, size, np.int32(DEPTH)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    graph = args[0]
    assert isinstance(graph, ks.Struct)
    starts, edges = np.asarray(graph.fields[0]), np.asarray(graph.fields[1])
    frontier, levels, queue = (ks.array_arg(args, i) for i in (1, 3, 4))
    degrees = starts[frontier + 1] - starts[frontier]
    first = np.repeat(starts[frontier] - np.concatenate([[0], np.cumsum(degrees)[:-1]]), degrees)
    reached = np.unique(edges[first + np.arange(first.size)])
    fresh = reached[levels[reached] < 0]
    after = levels.copy()
    after[fresh] = DEPTH
    expected_queue = queue.copy()
    expected_queue[: fresh.size] = fresh
    return [after, np.sort(expected_queue), np.array([fresh.size], np.int32)]


def sort_queue(outputs: list[ks.Array]) -> list[ks.Array]:
    """The order in the queue depends on who came first; its content does not."""
    levels, queue, size = outputs
    return [levels, np.sort(queue), size]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][1] // 256), 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    _, frontier = SIZES[scale]
    edges = DEGREE * frontier
    return ks.Bound(12 * frontier + 36 * edges, 4 * edges, "bytes", "int32")


CASE = ks.KernelCase(
    name="bfs_frontier",
    styles=("graph frontier", "atomics-heavy code", "struct arguments"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3, 4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT, ks.EXACT),
    bounds=ks.per_scale(bound),
    view=sort_queue,
)
