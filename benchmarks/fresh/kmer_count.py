"""Counts of canonical k-mers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (200, 40), "full": (100_000, 100)}  # reads, length
K = 11


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, length = SIZES[scale]
    reads = rng.choice(np.frombuffer(b"ACGTacgt", np.uint8), (length, count))
    reads[rng.random(reads.shape) < 0.01] = ord("N")
    return [reads, np.int32(length), np.int32(count), np.zeros(4**K, np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    reads = ks.array_arg(args, 0)
    table = np.full(256, -1, np.int64)
    for code, letters in enumerate((b"Aa", b"Cc", b"Gg", b"Tt")):
        table[list(letters)] = code
    codes = table[reads]
    windows = len(reads) - K + 1
    forward, reverse, is_clean = (np.zeros((windows, reads.shape[1]), t) for t in (np.int64, np.int64, bool))
    is_clean[:] = True
    for i in range(K):
        part = codes[i : i + windows]
        is_clean &= part >= 0
        forward = forward << 2 | part & 3
        reverse |= (3 - (part & 3)) << 2 * i
    chosen = np.minimum(forward, reverse)[is_clean]
    return [np.bincount(chosen, minlength=4**K).astype(np.uint32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="kmer_count",
    styles=("genomics", "switch", "atomics"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
