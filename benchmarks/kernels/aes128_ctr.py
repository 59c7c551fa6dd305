"""AES-128 in counter mode, table-driven."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import aes

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (700, 2), "full": (6_000_000, 132 * 8)}  # cipher blocks, CUDA blocks
NONCE = bytes(range(0xA0, 0xA8))


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = SIZES[scale][0]
    text = np.frombuffer(rng.bytes(16 * count), np.uint8).reshape(count, 16).copy()
    keys = aes.expand_key(rng.bytes(16))
    nonce = ks.Struct(tuple(np.frombuffer(NONCE, np.uint32)))
    return [text, ks.unwritten(text.shape, np.uint8), keys, nonce, np.uint64(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, keys = ks.array_arg(args, 0), ks.array_arg(args, 2)
    chosen = ks.sample_indices(len(text), 200_000)
    counters = np.empty((chosen.size, 16), np.uint8)
    counters[:, :8] = np.frombuffer(NONCE, np.uint8)
    counters[:, 8:] = chosen.astype(">u8").view(np.uint8).reshape(-1, 8)
    values = text[chosen] ^ aes.encrypt(counters, keys)
    return [ks.Sample((16 * chosen[:, None] + np.arange(16)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = SIZES[scale][0]
    return ks.Bound(32 * count, 10 * 4 * 16 * count, "operations", "int32")


CASE = ks.KernelCase(
    name="aes128_ctr",
    styles=("block ciphers in software", "64-bit index loops"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
