"""SHA-512 of records."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (100, 245), "full": (60_000, 200)}  # records, length


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, length = SIZES[scale]
    records = rng.integers(0, 256, (count, length), np.uint8)
    return [records, np.int32(length), np.int32(count), ks.unwritten((8, count), np.uint64)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    records = ks.array_arg(args, 0)
    digests = b"".join(hashlib.sha512(record.tobytes()).digest() for record in records)
    return [np.frombuffer(digests, ">u8").reshape(-1, 8).T.astype(np.uint64)]


CASE = ks.KernelCase(
    name="sha512_records",
    styles=("cryptography", "64-bit integers", "constant memory"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
