"""A round of label propagation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

NODES: dict[ks.Scale, int] = {"small": 200, "full": 200_000}
LABELS = 16


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nodes = NODES[scale]
    degrees = rng.integers(0, 25, nodes)
    starts = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)
    neighbours = rng.integers(0, nodes, starts[-1], np.int32)
    labels = rng.integers(0, LABELS, nodes, np.int32)
    return [starts, neighbours, labels, np.int32(nodes), ks.unwritten(nodes, np.int32), np.zeros(1, np.int32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    starts, neighbours, labels = (ks.array_arg(args, i) for i in range(3))
    which = np.repeat(np.arange(labels.size), np.diff(starts))
    votes = np.bincount(which * LABELS + labels[neighbours], minlength=labels.size * LABELS).reshape(-1, LABELS)
    best = np.where(np.diff(starts) > 0, votes.argmax(axis=1), labels).astype(np.int32)
    return [best, np.array([np.count_nonzero(best != labels)], np.int32)]


CASE = ks.KernelCase(
    name="label_vote",
    styles=("graphs", "local arrays"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-NODES[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
