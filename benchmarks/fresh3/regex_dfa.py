"""Numbers in lines by an automaton."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

LINES: dict[ks.Scale, int] = {"small": 300, "full": 150_000}
NUMBER = re.compile(rb"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?")
DEAD = 7
# Classes: other, digit, point, sign, e. States: start, sign, whole, fraction, e, sign of e, exponent, dead.
TRANSITIONS = (
    (7, 2, 7, 1, 7),
    (7, 2, 7, 7, 7),
    (7, 2, 3, 7, 4),
    (7, 3, 7, 7, 4),
    (7, 6, 7, 5, 7),
    (7, 6, 7, 7, 7),
    (7, 6, 7, 7, 7),
    (7, 7, 7, 7, 7),
)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    lines = LINES[scale]
    pieces = [b"time=", b"1.5e-3", b" ", b"error ", b"-12", b"3.", b"1e", b"+7.25E+10", b"x4y", b"..", b", ", b"-e5"]
    some = [b"".join(pieces[k] for k in rng.integers(0, len(pieces), rng.integers(0, 24))) for _ in range(1000)]
    chosen = rng.integers(0, len(some), lines)
    text = np.frombuffer(b"".join(some[k] for k in chosen), np.uint8).copy()
    ends = np.array([len(some[k]) for k in chosen]).cumsum().astype(np.int32)
    classes = np.zeros(256, np.uint8)
    for number, letters in enumerate((b"0123456789", b".", b"+-", b"eE"), 1):
        classes[list(letters)] = number
    accepting = np.uint32(1 << 2 | 1 << 3 | 1 << 6)
    automaton = ks.Struct((classes, np.array(TRANSITIONS, np.uint8), accepting, np.int32(5), np.int32(DEAD)))
    return [automaton, text, ends, np.int32(lines), *(ks.unwritten(lines, np.int32) for _ in range(2))]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, ends = ks.array_arg(args, 1).tobytes(), ks.array_arg(args, 2)
    chosen = ks.sample_indices(ends.size, 10_000)
    found = [[m.end() - m.start() for m in NUMBER.finditer(text[ends[k - 1] if k else 0 : ends[k]])] for k in chosen]
    counts = np.array([len(each) for each in found], np.int32)
    return [ks.Sample(chosen, counts), ks.Sample(chosen, np.array([sum(each) for each in found], np.int32))]


CASE = ks.KernelCase(
    name="regex_dfa",
    styles=("text", "state machines", "structures by value"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-LINES[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
