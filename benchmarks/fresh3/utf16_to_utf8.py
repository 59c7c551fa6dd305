"""UTF-16 to UTF-8."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

STRINGS: dict[ks.Scale, int] = {"small": 250, "full": 120_000}
STRIDE = 40
HALVES = re.compile("[\ud800-\udfff]")


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    strings = STRINGS[scale]
    kind = rng.random((strings, STRIDE))
    units = rng.integers(0x20, 0x7F, (strings, STRIDE))
    units = np.where(kind > 0.6, rng.integers(0x80, 0x800, units.shape), units)
    units = np.where(kind > 0.75, rng.integers(0x800, 0xD800, units.shape), units)
    pair = np.flatnonzero(kind.ravel()[:-1] > 0.92)
    flat = units.ravel()
    flat[pair] = rng.integers(0xD800, 0xDC00, pair.size)
    flat[pair + 1] = np.where(rng.random(pair.size) < 0.9, rng.integers(0xDC00, 0xE000, pair.size), flat[pair + 1])
    lengths = rng.integers(0, STRIDE + 1, strings).astype(np.uint16)
    outs = [np.full((strings, STRIDE * 3), 0xEE, np.uint8), ks.unwritten(strings, np.uint16), np.zeros(1, np.uint32)]
    return [units.astype(np.uint16), lengths, np.int32(strings), np.int32(STRIDE), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    units, lengths = ks.array_arg(args, 0), ks.array_arg(args, 1)
    expected, sizes, replaced = np.full((len(units), STRIDE * 3), 0xEE, np.uint8), np.zeros(len(units), np.uint16), 0
    for row, (line, length) in enumerate(zip(units, lengths, strict=True)):
        text = line[:length].tobytes().decode("utf-16-le", "surrogatepass")
        text, halves = HALVES.subn("\ufffd", text)
        replaced += halves
        encoded = text.encode()
        expected[row, : len(encoded)] = list(encoded)
        sizes[row] = len(encoded)
    return [expected, sizes, np.array([replaced], np.uint32)]


CASE = ks.KernelCase(
    name="utf16_to_utf8",
    styles=("text", "bytes", "16-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-STRINGS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4, 5, 6),
    reference=reference,
    tolerances=(ks.EXACT,) * 3,
)
