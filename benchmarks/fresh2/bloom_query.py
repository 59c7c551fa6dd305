"""Questions to a Bloom filter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (800, 300, 3001), "full": (2_000_000, 300_000, 3_000_017)}
HASHES = 7


def mix(x: ks.Array) -> ks.Array:
    x = x + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.asarray(x ^ x >> np.uint64(31))


def places(keys: ks.Array, bits: int) -> list[ks.Array]:
    h = mix(keys)
    h1, h2 = h & np.uint64(0xFFFFFFFF), h >> np.uint64(32) | np.uint64(1)
    return [(h1 + np.uint64(k) * h2) % np.uint64(bits) for k in range(HASHES)]


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, known, bits = SIZES[scale]
    members = rng.integers(0, 2**63, known, np.uint64)
    filled = np.zeros(-(-bits // 32) * 32, np.uint8)
    for place in places(members, bits):
        filled[place.astype(np.int64)] = 1
    table = np.packbits(filled, bitorder="little").view(np.uint32)
    keys = np.where(rng.random(count) < 0.5, rng.choice(members, count), rng.integers(0, 2**63, count, np.uint64))
    return [keys, np.int32(count), table, np.uint64(bits), np.int32(HASHES), ks.unwritten(count, np.uint8)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    keys, table, bits = ks.array_arg(args, 0), ks.array_arg(args, 2), ks.int_arg(args, 3)
    filled = np.unpackbits(table.view(np.uint8), bitorder="little")
    return [np.logical_and.reduce([filled[p.astype(np.int64)] for p in places(keys, bits)]).astype(np.uint8)]


CASE = ks.KernelCase(
    name="bloom_query",
    styles=("tables", "64-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
