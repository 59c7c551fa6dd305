"""Blake2s of messages of equal length."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (70, 2), "full": (100_000, 4)}  # chains, blocks


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    chains, blocks = SIZES[scale]
    messages = rng.integers(0, 2**32, (blocks, 16, chains), np.uint32)
    return [messages, np.int32(chains), np.int32(blocks), ks.unwritten((8, chains), np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    messages = ks.array_arg(args, 0)
    chains = messages.shape[2]
    chosen = ks.sample_indices(chains, 4000)
    rows = np.ascontiguousarray(messages.reshape(-1, chains)[:, chosen].T)
    found = b"".join(hashlib.blake2s(row.tobytes()).digest() for row in rows)
    words = np.frombuffer(found, np.uint32).reshape(-1, 8).T
    return [ks.Sample((np.arange(8)[:, None] * chains + chosen).ravel(), words.ravel())]


CASE = ks.KernelCase(
    name="blake2s_blocks",
    styles=("cryptography", "constant memory"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
