"""ChaCha20 stream cipher."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 400, "full": 4_000_000}
CONSTANTS = np.frombuffer(b"expand 32-byte k", np.uint32)
FIRST_COUNTER = 7


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    text = rng.integers(0, 2**32, (count, 16), np.uint32)
    key = ks.Struct(tuple(rng.integers(0, 2**32, 11, np.uint32)))
    return [text, ks.unwritten(text.shape, np.uint32), key, np.uint32(FIRST_COUNTER), np.int32(count)]


def key_stream(key_and_nonce: ks.Array, counters: ks.Array) -> ks.Array:
    """(count, 16) words."""
    start = np.empty((16, counters.size), np.uint32)
    start[:4], start[4:12], start[12], start[13:] = (
        CONSTANTS[:, None],
        key_and_nonce[:8, None],
        counters,
        key_and_nonce[8:, None],
    )
    s = start.copy()

    def rotate(x: ks.Array, by: int) -> ks.Array:
        return np.asarray(x << np.uint32(by) | x >> np.uint32(32 - by))

    for step in range(20):
        for i in range(4):
            turn = step % 2
            a, b, c, d = i, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4
            for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[x] += s[y]
                s[z] = rotate(s[z] ^ s[x], by)
    return np.asarray((s + start).T)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, key = ks.array_arg(args, 0), args[2]
    assert isinstance(key, ks.Struct)
    chosen = ks.sample_indices(len(text), 50_000)
    words = np.array([int(np.asarray(word)) for word in key.fields], np.uint32)
    values = text[chosen] ^ key_stream(words, (chosen + FIRST_COUNTER).astype(np.uint32))
    return [ks.Sample((16 * chosen[:, None] + np.arange(16)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = COUNTS[scale]
    return ks.Bound(128 * count, 20 * 4 * 12 * count, "operations", "int32")


CASE = ks.KernelCase(
    name="chacha20",
    styles=("block ciphers in software", "struct arguments"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
