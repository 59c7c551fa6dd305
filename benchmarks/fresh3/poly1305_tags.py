"""Poly1305 tags."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 150, "full": 200_000}
STRIDE = 256
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    packets = rng.integers(0, 256, (count, STRIDE), np.uint8)
    packets[::7] = 255
    lengths = rng.integers(0, STRIDE + 1, count).astype(np.int32)
    keys = rng.integers(0, 256, (count, 32), np.uint8)
    return [packets, lengths, np.int32(count), np.int32(STRIDE), keys, ks.unwritten((count, 4), np.uint32)]


def tag(message: bytes, key: bytes) -> bytes:
    r, pad = int.from_bytes(key[:16], "little") & CLAMP, int.from_bytes(key[16:], "little")
    h = 0
    for at in range(0, len(message), 16):
        h = (h + int.from_bytes(message[at : at + 16] + b"\1", "little")) * r % (2**130 - 5)
    return ((h + pad) % 2**128).to_bytes(16, "little")


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    packets, lengths, keys = ks.array_arg(args, 0), ks.array_arg(args, 1), ks.array_arg(args, 4)
    chosen = ks.sample_indices(len(packets), 5000)
    tags = b"".join(tag(packets[k, : lengths[k]].tobytes(), keys[k].tobytes()) for k in chosen)
    return [ks.Sample((chosen[:, None] * 4 + np.arange(4)).ravel(), np.frombuffer(tags, np.uint32))]


CASE = ks.KernelCase(
    name="poly1305_tags",
    styles=("cryptography", "big numbers", "64-bit integers", "local arrays"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
