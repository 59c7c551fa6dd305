"""A pattern in many records."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

RECORDS: dict[ks.Scale, int] = {"small": 400, "full": 400_000}
PATTERN = b"abaab"


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    records = RECORDS[scale]
    offsets = np.concatenate([[0], rng.integers(0, 120, records).cumsum()]).astype(np.int32)
    text = np.where(rng.random(offsets[-1]) < 0.6, ord("a"), ord("b")).astype(np.uint8)
    pattern = np.frombuffer(PATTERN, np.uint8).copy()
    outs = [ks.unwritten(records, np.int32) for _ in range(2)]
    return [text, offsets, np.int32(records), pattern, np.int32(pattern.size), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, offsets = ks.array_arg(args, 0).tobytes(), ks.array_arg(args, 1)
    chosen = ks.sample_indices(ks.int_arg(args, 2), 10_000)
    anywhere = re.compile(b"(?=" + PATTERN + b")")
    found = [[m.start() for m in anywhere.finditer(text[offsets[r] : offsets[r + 1]])] for r in chosen]
    counts = np.array([len(places) for places in found], np.int32)
    first = np.array([places[0] if places else -1 for places in found], np.int32)
    return [ks.Sample(chosen, counts), ks.Sample(chosen, first)]


CASE = ks.KernelCase(
    name="kmp_search",
    styles=("text", "bytes", "loops of unknown length"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-RECORDS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
