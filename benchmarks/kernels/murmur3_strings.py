"""MurmurHash3 of strings of many lengths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (1500, 2), "full": (10_000_000, 132 * 8)}  # strings, blocks
MEAN_LENGTH = 24
SEED = 0x9747B28C
MASK = 0xFFFFFFFF


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, _ = SIZES[scale]
    lengths = rng.poisson(MEAN_LENGTH, count)
    lengths[::17] = rng.integers(0, 5, lengths[::17].size)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    text = np.frombuffer(rng.bytes(int(offsets[-1]) + 8), np.uint8).copy()
    return [text, offsets, ks.unwritten(count, np.uint32), np.int32(count), np.uint32(SEED)]


def rotate_left(x: int, by: int) -> int:
    return (x << by | x >> (32 - by)) & MASK


def murmur3(text: bytes, seed: int) -> int:
    def mix(word: int) -> int:
        return rotate_left(word * 0xCC9E2D51 & MASK, 15) * 0x1B873593 & MASK

    h, whole = seed, len(text) // 4 * 4
    for at in range(0, whole, 4):
        h = (rotate_left(h ^ mix(int.from_bytes(text[at : at + 4], "little")), 13) * 5 + 0xE6546B64) & MASK
    h ^= mix(int.from_bytes(text[whole:], "little")) ^ len(text)
    h = (h ^ h >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    return h ^ h >> 16


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, offsets = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(offsets.size - 1, 20_000)
    values = [murmur3(text[offsets[i] : offsets[i + 1]].tobytes(), SEED) for i in chosen]
    return [ks.Sample(chosen, np.array(values, np.uint32))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = SIZES[scale][0]
    return ks.Bound((MEAN_LENGTH + 12) * count, count * (MEAN_LENGTH * 4 + 20), "bytes", "int32")


CASE = ks.KernelCase(
    name="murmur3_strings",
    styles=("hashes", "bit twiddling as in compression"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
