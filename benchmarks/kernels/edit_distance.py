"""Bit-parallel edit distance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 40), "full": (1_000_000, 128)}  # texts, longest
PATTERN = 57


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, longest = SIZES[scale]
    pattern = rng.choice(np.frombuffer(b"acgt", np.uint8), PATTERN)
    letters = np.frombuffer(b"acgt", np.uint8)[rng.integers(0, 4, (count, longest), np.uint8)]
    shared = min(PATTERN, longest)
    letters[::2, :shared] = pattern[:shared]
    letters[::4, shared // 2] = ord("x")
    words = np.ascontiguousarray(letters.view(np.uint32).T)
    lengths = rng.integers(longest // 2, longest + 1, count, np.int32)
    return [pattern, np.int32(PATTERN), words, lengths, ks.unwritten(count, np.int32), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    pattern, words, lengths = ks.array_arg(args, 0), ks.array_arg(args, 2), ks.array_arg(args, 3)
    chosen = ks.sample_indices(lengths.size, 1000)
    letters = np.ascontiguousarray(words[:, chosen].T).view(np.uint8)
    column = np.tile(np.arange(PATTERN + 1), (chosen.size, 1))
    result = np.zeros(chosen.size, np.int32)
    for at in range(letters.shape[1] + 1):
        result = np.where(lengths[chosen] == at, column[:, -1], result)
        if at == letters.shape[1]:
            break
        fresh = np.empty_like(column)
        fresh[:, 0] = at + 1
        for row in range(PATTERN):
            through = column[:, row] + (letters[:, at] != pattern[row])
            fresh[:, row + 1] = np.minimum(through, np.minimum(column[:, row + 1], fresh[:, row]) + 1)
        column = fresh
    return [ks.Sample(chosen, result.astype(np.int32))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count, longest = SIZES[scale]
    return ks.Bound(count * (longest * 3 // 4 + 8), 40 * count * longest * 3 // 4, "operations", "int32")


CASE = ks.KernelCase(
    name="edit_distance",
    styles=("dynamic programming", "bit twiddling as in compression"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
