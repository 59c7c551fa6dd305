"""Compressed blocks expanded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

BLOCKS: dict[ks.Scale, int] = {"small": 60, "full": 30_000}
CAPACITY, KINDS = 512, 60


def lengths(first: int, second: int) -> tuple[int, bytes, bytes]:
    """The token of two lengths, and the bytes behind it for what does not fit."""

    def more(length: int) -> bytes:
        return b"" if length < 15 else b"\xff" * ((length - 15) // 255) + bytes([(length - 15) % 255])

    return min(first, 15) << 4 | min(second, 15), more(first), more(second)


def compress(data: bytes) -> bytes:
    out, start, at, seen = b"", 0, 0, dict[bytes, int]()
    while at + 4 <= len(data):
        word, before = data[at : at + 4], seen.get(data[at : at + 4])
        seen[word] = at
        if before is None:
            at += 1
            continue
        length = 4
        while at + length < len(data) and data[before + length] == data[at + length]:
            length += 1
        token, literal_more, match_more = lengths(at - start, length - 4)
        distance = (at - before).to_bytes(2, "little")
        out += bytes([token]) + literal_more + data[start:at] + distance + match_more
        at = start = at + length
    token, literal_more, _ = lengths(len(data) - start, 0)
    return out + bytes([token]) + literal_more + data[start:]


def plain_block(rng: np.random.Generator) -> bytes:
    words = [rng.integers(97, 123, rng.integers(2, 30)).astype(np.uint8).tobytes() for _ in range(12)]
    text = b"".join(words[k] for k in rng.integers(0, len(words), 60)) + b"-" * int(rng.integers(0, 300))
    return text[: rng.integers(300, CAPACITY + 1)]


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    blocks = BLOCKS[scale]
    packed = [compress(plain_block(rng)) for _ in range(KINDS)]
    packed[7] = packed[7][:5] + b"\xff\xff\x00"
    chosen = np.resize(rng.permutation(KINDS), blocks)
    offsets = np.concatenate([[0], np.cumsum([len(packed[k]) for k in chosen])]).astype(np.int32)
    data = np.frombuffer(b"".join(packed[k] for k in chosen), np.uint8).copy()
    outs = [np.zeros((blocks, CAPACITY), np.uint8), ks.unwritten(blocks, np.int32)]
    return [data, offsets, np.int32(blocks), outs[0], np.int32(CAPACITY), outs[1]]


def expand(data: bytes) -> tuple[bytes, int]:
    """What comes out, and its size; a negative one where the data is damaged."""
    out, at = bytearray(), 0

    def longer(length: int) -> int:
        nonlocal at
        while length >= 15:
            at += 1
            length += data[at - 1]
            if data[at - 1] != 255:
                break
        return length

    while at < len(data):
        token, at = data[at], at + 1
        literals = longer(token >> 4)
        if at + literals > len(data):
            return bytes(out), -1 - len(out)
        out += data[at : at + literals]
        at += literals
        if at + 2 > len(data):
            break
        distance, at = int.from_bytes(data[at : at + 2], "little"), at + 2
        length = longer(token & 15) + 4
        if distance == 0 or distance > len(out) or len(out) + length > CAPACITY:
            return bytes(out), -1 - len(out)
        for _ in range(length):
            out.append(out[-distance])
    return bytes(out), len(out)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data, offsets = ks.array_arg(args, 0).tobytes(), ks.array_arg(args, 1)
    known: dict[bytes, tuple[bytes, int]] = {}
    expected, sizes = np.zeros((offsets.size - 1, CAPACITY), np.uint8), np.zeros(offsets.size - 1, np.int32)
    for row in range(sizes.size):
        packed = data[offsets[row] : offsets[row + 1]]
        if packed not in known:
            known[packed] = expand(packed)
        plain, sizes[row] = known[packed]
        expected[row, : len(plain)] = np.frombuffer(plain, np.uint8)
    return [expected, sizes]


CASE = ks.KernelCase(
    name="lz_blocks",
    styles=("codecs", "bytes", "loops with breaks"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-BLOCKS[scale] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(3, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
