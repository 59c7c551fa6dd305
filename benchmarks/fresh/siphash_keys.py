"""SipHash-2-4 of keys of different length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 200, "full": 500_000}
LONGEST = 40
KEYS = (0x0706050403020100, 0x0F0E0D0C0B0A0908)
MASK = 2**64 - 1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    starts = np.concatenate([[0], np.cumsum(rng.integers(0, LONGEST, count))]).astype(np.int32)
    keys = rng.integers(0, 256, starts[-1], np.uint8)
    return [keys, starts, *(np.uint64(k) for k in KEYS), ks.unwritten(count, np.uint64), np.int32(count)]


def rotl(x: int, by: int) -> int:
    return (x << by | x >> (64 - by)) & MASK


def rounds(v: list[int], count: int) -> None:
    for _ in range(count):
        v[0] = (v[0] + v[1]) & MASK
        v[1] = rotl(v[1], 13) ^ v[0]
        v[2] = (v[2] + v[3]) & MASK
        v[3] = rotl(v[3], 16) ^ v[2]
        v[0] = (rotl(v[0], 32) + v[3]) & MASK
        v[3] = rotl(v[3], 21) ^ v[0]
        v[2] = (v[2] + v[1]) & MASK
        v[1] = rotl(v[1], 17) ^ v[2]
        v[2] = rotl(v[2], 32)


def siphash(data: bytes) -> int:
    v = [
        k ^ int.from_bytes(s, "big")
        for k, s in zip(KEYS * 2, (b"somepseu", b"dorandom", b"lygenera", b"tedbytes"), strict=True)
    ]
    padded = data + bytes(-(len(data) + 1) % 8) + bytes([len(data) & 255])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at : at + 8], "little")
        v[3] ^= word
        rounds(v, 2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys, starts = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(starts.size - 1, 2000)
    hashes = [siphash(keys[starts[i] : starts[i + 1]].tobytes()) for i in chosen]
    return [ks.Sample(chosen, np.array(hashes, np.uint64))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 256), 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="siphash_keys",
    styles=("hashes", "switch", "64-bit integers"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
