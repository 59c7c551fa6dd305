"""Global alignment with affine gaps along anti-diagonals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

PAIRS: dict[ks.Scale, int] = {"small": 3, "full": 4000}
MOST, MATCH, MISMATCH, OPEN, EXTEND = 128, 2, -1, -3, -1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    pairs = PAIRS[scale]
    letters = np.frombuffer(b"ACGT", np.uint8)
    first = rng.choice(letters, (pairs, MOST))
    second = np.where(rng.random((pairs, MOST)) < 0.7, first, rng.choice(letters, (pairs, MOST)))
    longest = 30 if scale == "small" else MOST
    lengths = rng.integers(longest // 2, longest + 1, (pairs, 2), np.int32)
    scores = ks.Struct(tuple(np.int32(n) for n in (MATCH, MISMATCH, OPEN, EXTEND)))
    return [first, second, lengths, ks.unwritten(pairs, np.int32), scores]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    first, second, lengths = (ks.array_arg(args, i) for i in range(3))
    chosen = ks.sample_indices(len(first), 200)
    a, b, (n, m) = first[chosen], second[chosen], lengths[chosen].T
    low = np.full((chosen.size, MOST + 1), -1_000_000)
    h, down, result = low.copy(), low.copy(), np.zeros(chosen.size, np.int32)
    for i in range(n.max() + 1):
        before, h, right = h, low.copy(), low[:, 0].copy()
        down = np.maximum(before + OPEN, down) + EXTEND if i else low.copy()
        for j in range(MOST + 1):
            if j:
                right = np.maximum(h[:, j - 1] + OPEN, right) + EXTEND
            if i == 0 and j == 0:
                h[:, 0] = 0
                continue
            h[:, j] = np.maximum(down[:, j], right)
            if i and j:
                score = np.where(a[:, i - 1] == b[:, j - 1], MATCH, MISMATCH)
                h[:, j] = np.maximum(h[:, j], before[:, j - 1] + score)
        result = np.where(n == i, h[np.arange(chosen.size), m], result).astype(np.int32)
    return [ks.Sample(chosen, result)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((PAIRS[scale], 1, 1), (64, 1, 1))


CASE = ks.KernelCase(
    name="needleman_tile",
    styles=("dynamic programming",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
