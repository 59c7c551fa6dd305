"""SHA-1 of records."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

RECORDS: dict[ks.Scale, int] = {"small": 70, "full": 200_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    records = RECORDS[scale]
    blocks = rng.integers(1, 4, records)
    first = np.concatenate([[0], np.cumsum(blocks)]).astype(np.int32)
    data = rng.integers(0, 256, (int(first[-1]), 64), np.uint8)
    # The last block of a record ends with the padding of a message that fills all but nine bytes.
    last = first[1:] - 1
    data[last, 55] = 0x80
    bits = (blocks.astype(np.uint64) * np.uint64(64) - np.uint64(9)) * np.uint64(8)
    data[last, 56:] = bits.astype(">u8").view(np.uint8).reshape(-1, 8)
    return [data, first, np.int32(records), ks.unwritten((5, records), np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data, first = ks.array_arg(args, 0), ks.array_arg(args, 1)
    records = first.size - 1
    chosen = ks.sample_indices(records, 5000)
    found = [hashlib.sha1(data[first[r] : first[r + 1]].tobytes()[:-9]).digest() for r in chosen]
    words = np.frombuffer(b"".join(found), ">u4").reshape(-1, 5).T.astype(np.uint32)
    return [ks.Sample((np.arange(5)[:, None] * records + chosen).ravel(), words.ravel())]


CASE = ks.KernelCase(
    name="sha1_records",
    styles=("cryptography", "bits"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-RECORDS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
