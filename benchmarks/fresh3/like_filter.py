"""Strings that are like a pattern."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 800, "full": 400_000}
WANTED, EXCLUDED = b"%al_a%an%", b"b%b%"


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    offsets = np.concatenate([[0], rng.integers(0, 60, count).cumsum()]).astype(np.int32)
    strings = rng.choice(np.frombuffer(b"alnb", np.uint8), offsets[-1])
    patterns = [ks.Struct((np.frombuffer(p, np.uint8).copy(), np.int32(len(p)))) for p in (WANTED, EXCLUDED)]
    return [strings, offsets, np.int32(count), *patterns, ks.unwritten(-(-count // 32), np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    strings, offsets, count = ks.array_arg(args, 0).tobytes(), ks.array_arg(args, 1), ks.int_arg(args, 2)
    wanted, excluded = (re.compile(p.replace(b"%", b".*").replace(b"_", b".")) for p in (WANTED, EXCLUDED))
    words = ks.sample_indices(-(-count // 32), 500)
    values = np.zeros(words.size, np.uint32)
    for row, word in enumerate(words):
        for k in range(32 * word, min(32 * word + 32, count)):
            string = strings[offsets[k] : offsets[k + 1]]
            if wanted.fullmatch(string) and not excluded.fullmatch(string):
                values[row] |= np.uint32(1 << k % 32)
    return [ks.Sample(words, values)]


CASE = ks.KernelCase(
    name="like_filter",
    styles=("databases", "text", "ballots", "structures by value"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
