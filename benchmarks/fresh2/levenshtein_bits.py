"""Edit distances by bit vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

WORDS: dict[ks.Scale, int] = {"small": 60, "full": 300_000}
PATTERN = b"internationalisationsbeauftragter und andere lange w"


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    words = WORDS[scale]
    lengths = rng.integers(5, 70, words)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    text = rng.choice(np.frombuffer(PATTERN, np.uint8), starts[-1]).view(np.int8)
    masks = np.zeros(128, np.uint64)
    for place, letter in enumerate(PATTERN):
        masks[letter] |= np.uint64(1 << place)
    return [text, starts, np.int32(words), masks, np.int32(len(PATTERN)), ks.unwritten(words, np.int32)]


def distance(word: bytes) -> int:
    row = list(range(len(word) + 1))
    for i, letter in enumerate(PATTERN, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(word, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (letter != other))
    return row[-1]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, starts = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(starts.size - 1, 300)
    found = [distance(text[starts[w] : starts[w + 1]].tobytes()) for w in chosen]
    return [ks.Sample(chosen, np.array(found, np.int32))]


CASE = ks.KernelCase(
    name="levenshtein_bits",
    styles=("text", "64-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-WORDS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
