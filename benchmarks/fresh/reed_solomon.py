"""Reed-Solomon parity over GF(256)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 2), "full": (500_000, 132 * 6)}  # words of a shard, blocks
DATA, PARITY = 10, 4


def field_tables() -> tuple[ks.Array, ks.Array]:
    log, exp, x = np.zeros(256, np.uint8), np.zeros(512, np.uint8), 1
    for i in range(255):
        exp[i] = exp[i + 255] = x
        log[x] = i
        x = x << 1 ^ (0x11D if x & 0x80 else 0)
    return log, exp


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    words, _ = SIZES[scale]
    data = rng.integers(0, 256, (DATA, words * 4), np.uint8)
    matrix = rng.integers(0, 256, (PARITY, DATA), np.uint8)
    tables = np.concatenate(field_tables())
    return [data, matrix, tables, ks.unwritten((PARITY, words * 4), np.uint8), np.int32(words)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data, matrix = ks.array_arg(args, 0), ks.array_arg(args, 1)
    log, exp = field_tables()
    parity = np.zeros((PARITY, data.shape[1]), np.uint8)
    values = np.arange(256)
    for p in range(PARITY):
        for d in range(DATA):
            m = matrix[p, d]
            row = np.where((values == 0) | (m == 0), 0, exp[log[values].astype(int) + log[m]]).astype(np.uint8)
            parity[p] ^= row[data[d]]
    return [parity]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="reed_solomon",
    styles=("codes", "bytes"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
