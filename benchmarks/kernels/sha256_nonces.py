"""Double SHA-256 over nonces."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 200, "full": 3_000_000}
FIRST_NONCE = 0xFFFFFF80  # wraps around inside the range


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    header = ks.Struct(tuple(rng.integers(0, 2**32, 19, np.uint32)))
    count = COUNTS[scale]
    return [header, np.uint32(FIRST_NONCE), ks.unwritten((count, 2), np.uint32), np.uint32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    header = args[0]
    assert isinstance(header, ks.Struct)
    prefix = struct.pack(">19I", *(int(np.asarray(word)) for word in header.fields))
    chosen = ks.sample_indices(ks.int_arg(args, 3), 20_000)
    values = np.empty((chosen.size, 2), np.uint32)
    for row, nonce in enumerate((chosen + FIRST_NONCE) & 0xFFFFFFFF):
        inner = hashlib.sha256(prefix + struct.pack("<I", int(nonce))).digest()
        words = struct.unpack(">8I", hashlib.sha256(inner).digest())
        values[row] = words[0], words[7]
    return [ks.Sample((2 * chosen[:, None] + np.arange(2)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    return ks.Bound(8 * COUNTS[scale], 3 * 64 * 35 * COUNTS[scale], "operations", "int32")


CASE = ks.KernelCase(
    name="sha256_nonces",
    styles=("hashes", "local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
