"""Local sequence alignment with affine gaps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

QUERY, LETTERS = 48, 20
SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (150, 12), "full": (132 * 1024, 96)}  # sequences, their length
OPEN, EXTEND = 6, 2


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    sequences, length = SIZES[scale]
    half = rng.integers(-4, 3, (LETTERS, LETTERS))
    substitution = np.minimum(half, half.T)
    np.fill_diagonal(substitution, rng.integers(4, 10, LETTERS))
    query = rng.integers(0, LETTERS, QUERY).astype(np.uint8)
    database = rng.integers(0, LETTERS, (length, sequences)).astype(np.uint8)
    # Some sequences hold a piece of the query, so that long alignments occur.
    shared = min(length, QUERY) - 2
    database[1 : 1 + shared, ::3] = query[:shared, None]
    result = ks.unwritten(sequences, np.int32)
    gaps = ks.Struct((np.int32(OPEN), np.int32(EXTEND)))
    return [query, database, substitution.astype(np.int8), result, np.int32(sequences), np.int32(length), gaps]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    query, database, substitution = (ks.array_arg(args, i) for i in range(3))
    chosen = ks.sample_indices(database.shape[1], 2000)
    # Row by row of the query (the kernel goes column by column of the database).
    letters = database[:, chosen]
    length = len(letters)
    previous, gap_down = np.zeros((length + 1, chosen.size), int), np.zeros((length + 1, chosen.size), int)
    best = np.zeros(chosen.size, int)
    for letter in query:
        scores = substitution[letters, letter].astype(int)
        current, gap_right = np.zeros_like(previous), np.zeros(chosen.size, int)
        gap_down = np.maximum(previous - OPEN, gap_down - EXTEND)
        for at in range(length):
            gap_right = np.maximum(current[at] - OPEN, gap_right - EXTEND)
            through = np.maximum(previous[at] + scores[at], 0)
            current[at + 1] = np.maximum(through, np.maximum(gap_right, gap_down[at + 1]))
        best = np.maximum(best, current.max(axis=0))
        previous = current
    return [ks.Sample(chosen, best.astype(np.int32))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    sequences, length = SIZES[scale]
    return ks.Bound(sequences * (length + 4), 14 * sequences * length * QUERY, "operations", "int32")


CASE = ks.KernelCase(
    name="smith_waterman",
    styles=("dynamic programming", "local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
