"""A pattern in a long text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

LENGTH: dict[ks.Scale, int] = {"small": 60_000, "full": 40_000_000}
STRETCH = 200
PATTERN = b"the gate of"


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    length = LENGTH[scale]
    words = (b"the ", b"gate ", b"of ", b"a ", b"of the gate ", b"the gate of ", b"they ", b"ate ")
    bag = [np.frombuffer(words[i], np.uint8) for i in rng.integers(0, len(words), 20_000)]
    page = np.concatenate(bag)
    text = np.resize(page, length).copy()
    text[rng.integers(0, length, length // 300)] = ord("x")
    stretches = -(-length // STRETCH)
    outs = [ks.unwritten(stretches, np.uint16), ks.unwritten(stretches, np.uint32)]
    pattern = np.frombuffer(PATTERN, np.uint8).copy()
    return [text, np.uint32(length), pattern, np.uint32(pattern.size), np.uint32(STRETCH), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text = ks.array_arg(args, 0).tobytes()
    places = np.array([match.start() for match in re.finditer(PATTERN, text)])
    stretches = ks.array_arg(args, 5).size
    counts = np.bincount(places // STRETCH, minlength=stretches).astype(np.uint16)
    last = np.full(stretches, 0xFFFFFFFF, np.uint32)
    last[places // STRETCH] = places
    return [counts, last]


CASE = ks.KernelCase(
    name="horspool_search",
    styles=("text", "bytes", "tables in shared memory", "loops of unknown length"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-LENGTH[scale] // (STRETCH * 128)), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
