"""Longest earlier matches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, int] = {"small": 1500, "full": 1_000_000}
WINDOW, TRIES, LONGEST = 32768, 16, 258


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    size = SIZES[scale]
    words = [rng.integers(97, 110, rng.integers(3, 12), np.uint8) for _ in range(300)]
    text = np.concatenate([words[i] for i in rng.integers(0, 300, size // 4)])[:size]
    keys = text[:-2].astype(np.int64) << 16 | text[1:-1].astype(np.int64) << 8 | text[2:]
    order = np.argsort(keys, kind="stable")
    previous = np.full(size, -1, np.int32)
    is_same = keys[order[1:]] == keys[order[:-1]]
    previous[order[1:][is_same]] = order[:-1][is_same]
    numbers = (WINDOW, TRIES, LONGEST)
    return [text, np.int32(size), previous, *(np.int32(n) for n in numbers), ks.unwritten(size, np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, previous = ks.array_arg(args, 0).tobytes(), ks.array_arg(args, 2)
    chosen = ks.sample_indices(len(text), 2000)
    found = []
    for at in chosen.tolist():
        best, distance, candidate, tries = 0, 0, int(previous[at]), 0
        limit = min(LONGEST, len(text) - at)
        while tries < TRIES and candidate >= 0 and at - candidate <= WINDOW and best < limit:
            length = 0
            while length < limit and text[candidate + length] == text[at + length]:
                length += 1
            if length > best:
                best, distance = length, at - candidate
            candidate, tries = int(previous[candidate]), tries + 1
        found.append(distance << 9 | best if best >= 3 else 0)
    return [ks.Sample(chosen, np.array(found, np.uint32))]


CASE = ks.KernelCase(
    name="lz_matches",
    styles=("codecs", "bytes", "loops of unknown length"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(6,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
