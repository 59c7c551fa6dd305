"""UTF-8 validation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, int] = {"small": 3000, "full": 16_000_000}
CHUNK = 48
ALPHABET = "abcdefghij klmnop\u00e9\u00fc\u0436\u4e2d\u6587\U0001f600"


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    size = SIZES[scale]
    words = ["".join(rng.choice(list(ALPHABET), 400)).encode() for _ in range(20)]
    chosen = [words[i] for i in rng.integers(0, 20, size // 300)]
    text = np.frombuffer(b"".join(chosen), np.uint8)[:size].copy()
    text[size * 3 // 4] = 0xFF
    threads = -(-text.size // CHUNK)
    error = np.full(1, 2**31 - 1, np.int32)
    return [text, np.int32(text.size), np.int32(CHUNK), ks.unwritten(threads, np.int32), error]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text = ks.array_arg(args, 0)
    try:
        text.tobytes().decode()
        raise AssertionError("the text has a wrong byte")
    except UnicodeDecodeError as wrong:
        error = wrong.start
    # In the valid part the characters of a chunk are its bytes that begin one.
    chunks = error // CHUNK
    begins = (text[: chunks * CHUNK] & 0xC0) != 0x80
    counts = begins.reshape(chunks, CHUNK).sum(axis=1).astype(np.int32)
    return [ks.Sample(np.arange(chunks), counts), np.array([error], np.int32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale] // (128 * CHUNK)), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="utf8_validate",
    styles=("text", "switch"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3, 4),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
