"""SHA3-256 of short messages."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 100, "full": 200_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    messages = rng.integers(0, 2**64, (count, 8), np.uint64)
    return [messages, ks.unwritten((count, 4), np.uint64), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    rows = ks.array_arg(args, 0)
    digests = b"".join(hashlib.sha3_256(row.tobytes()).digest() for row in rows)
    return [np.frombuffer(digests, np.uint64)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="keccak_blocks",
    styles=("hashes", "64-bit integers", "small local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
