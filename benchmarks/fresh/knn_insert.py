"""Nearest neighbours by brute force with insertion into a local array."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (200, 150), "full": (60_000, 1000)}  # queries, references
BEST = 8


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    queries, references = (rng.integers(0, 1024, (n, 3)).astype(np.float32) / 8 for n in SIZES[scale])
    found = ks.unwritten((len(queries), BEST), np.int32)
    return [queries, np.int32(len(queries)), references, np.int32(len(references)), found]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    queries, references = ks.array_arg(args, 0), ks.array_arg(args, 2)
    chosen = ks.sample_indices(len(queries), 2000)
    d2 = ((queries[chosen, None] - references) ** 2).sum(axis=2)
    values = np.argsort(d2, axis=1, kind="stable")[:, :BEST].astype(np.int32)
    return [ks.Sample((chosen[:, None] * BEST + np.arange(BEST)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="knn_insert",
    styles=("search", "small local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
