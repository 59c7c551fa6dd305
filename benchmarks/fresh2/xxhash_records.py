"""Hashes of records."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

RECORDS: dict[ks.Scale, int] = {"small": 90, "full": 200_000}
SEED = 2026
P1, P2, P3, P4, P5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    records = RECORDS[scale]
    offsets = np.concatenate([[0], np.cumsum(rng.integers(0, 120, records))]).astype(np.uint32)
    data = rng.integers(0, 256, int(offsets[-1]), np.uint8)
    return [data, offsets, np.int32(records), np.uint32(SEED), ks.unwritten(records, np.uint32)]


def hash_of(data: bytes) -> int:
    def rotate(x: int, by: int) -> int:
        x &= 0xFFFFFFFF
        return (x << by | x >> (32 - by)) & 0xFFFFFFFF

    words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data) // 4 * 4, 4)]
    whole = len(words) // 4 * 4
    h = SEED + P5
    if whole:
        lanes = [SEED + P1 + P2, SEED + P2, SEED, SEED - P1]
        for at, word in enumerate(words[:whole]):
            lanes[at % 4] = rotate(lanes[at % 4] + word * P2, 13) * P1
        h = sum(rotate(lane, by) for lane, by in zip(lanes, (1, 7, 12, 18), strict=True))
    h += len(data)
    for word in words[whole:]:
        h = rotate(h + word * P3, 17) * P4
    for byte in data[len(words) * 4 :]:
        h = rotate(h + byte * P5, 11) * P1
    for shift, factor in ((15, P2), (13, P3), (16, 1)):
        h &= 0xFFFFFFFF
        h = (h ^ h >> shift) * factor
    return h & 0xFFFFFFFF


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data, offsets = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(offsets.size - 1, 3000)
    found = [hash_of(data[offsets[r] : offsets[r + 1]].tobytes()) for r in chosen]
    return [ks.Sample(chosen, np.array(found, np.uint32))]


CASE = ks.KernelCase(
    name="xxhash_records",
    styles=("bits", "bytes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-RECORDS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
