"""Alignments in a band."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

PAIRS: dict[ks.Scale, int] = {"small": 150, "full": 80_000}
STRIDE, HALF, NEVER = 48, 7, -10_000
MATCH, MISMATCH, OPEN, EXTEND, GIVE_UP = 2, -3, 5, 1, 25


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    pairs = PAIRS[scale]
    targets = rng.integers(0, 4, (pairs, STRIDE), np.uint8)
    shift = rng.integers(0, 5, (pairs, 1))
    queries = np.take_along_axis(targets, (np.arange(STRIDE) + shift * (np.arange(STRIDE) > 20)) % STRIDE, axis=1)
    wrong = rng.random(queries.shape) < 0.12
    queries[wrong] = rng.integers(0, 4, int(wrong.sum()), np.uint8)
    lengths = [rng.integers(STRIDE // 2, STRIDE + 1, pairs).astype(np.uint8) for _ in range(2)]
    costs = ks.Struct(tuple(np.int32(value) for value in (MATCH, MISMATCH, OPEN, EXTEND, GIVE_UP)))
    return [queries, targets, *lengths, np.int32(pairs), np.int32(STRIDE), costs, ks.unwritten((pairs, 3), np.int16)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    chosen = ks.sample_indices(ks.int_arg(args, 4), 4000)
    query, target, m, n = (ks.array_arg(args, k)[chosen] for k in range(4))
    pairs = np.arange(chosen.size)
    score, down = np.zeros((chosen.size, STRIDE + 1), int), np.full((chosen.size, STRIDE + 1), NEVER)
    best, is_live = np.zeros((chosen.size, 3), np.int16), np.ones(chosen.size, bool)
    for i in range(1, STRIDE + 1):
        is_live &= i <= m
        new_score, new_down = np.zeros_like(score), np.full_like(down, NEVER)
        across, row_best = np.full(chosen.size, NEVER), np.zeros(chosen.size, int)
        for j in range(max(i - HALF, 1), min(i + HALF, STRIDE) + 1):
            inside = j <= n
            # What lies above the band counts as nothing.
            above, above_down = (score[:, j], down[:, j]) if j < i + HALF else (0 * pairs, 0 * pairs + NEVER)
            left = new_score[:, j - 1] if j > i - HALF else 0
            across = np.maximum(across - EXTEND, left - OPEN)
            fall = np.maximum(above_down - EXTEND, above - OPEN)
            step = score[:, j - 1] + np.where(query[:, i - 1] == target[:, j - 1], MATCH, MISMATCH)
            value = np.where(inside, np.maximum(np.maximum(step, 0), np.maximum(fall, across)), 0)
            new_score[:, j], new_down[:, j] = value, np.where(inside, fall, NEVER)
            row_best = np.maximum(row_best, value)
            better = is_live & (value > best[:, 0])
            best[better] = np.stack([value, 0 * pairs + i, 0 * pairs + j], axis=1)[better]
        score, down = new_score, new_down
        is_live &= row_best >= best[:, 0] - GIVE_UP
    return [ks.Sample((chosen[:, None] * 3 + np.arange(3)).ravel(), best.ravel())]


CASE = ks.KernelCase(
    name="banded_affine",
    styles=("genomics", "dynamic programming", "local arrays", "bytes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-PAIRS[scale] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(7,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
