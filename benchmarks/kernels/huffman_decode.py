"""Canonical Huffman decoding, one chunk per thread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (200, 16), "full": (132 * 2048, 128)}  # chunks, symbols in each
# How many codes of each length: 2**-length summed over all of them is one, so every bit string decodes.
LENGTHS = np.repeat([2, 4, 5, 6, 7, 8, 9, 10, 12], [1, 4, 6, 8, 10, 12, 12, 14, 104])
TABLE_BITS = 12


def lookup_table() -> ks.Array:
    """For every string of twelve bits the symbol it begins with (low byte) and that code's length (high byte)."""
    table = np.repeat(np.arange(LENGTHS.size) | LENGTHS << 8, 1 << (TABLE_BITS - LENGTHS))
    assert table.size == 1 << TABLE_BITS
    return table.astype(np.uint16)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    chunks, symbols = SIZES[scale]
    # Every bit string decodes, so random bits are a valid stream; chunks start anywhere in it.
    words = rng.integers(0, 2**32, chunks * symbols * 5 // 32 + symbols, np.uint32)
    bits = rng.integers(0, (words.size - symbols // 2 - 4) * 32, chunks).astype(np.uint64)
    result = ks.unwritten((symbols // 4, chunks), np.uint32)
    return [words, bits, lookup_table(), result, np.int32(chunks), np.int32(symbols)]


def decode(words: ks.Array, bit: int, symbols: int) -> list[int]:
    """Code by code: the canonical code of a symbol is the number of shorter or equal codes before it."""
    window = words[bit // 32 : bit // 32 + symbols * TABLE_BITS // 32 + 2]
    text = "".join(f"{int(word):032b}" for word in window)
    first_code = {}
    code = 0
    for symbol, length in enumerate(LENGTHS):
        if symbol and length > LENGTHS[symbol - 1]:
            code <<= int(length - LENGTHS[symbol - 1])
        first_code[f"{code:0{length}b}"] = symbol
        code += 1
    at, result = bit % 32, []
    for _ in range(symbols):
        length = 1
        while text[at : at + length] not in first_code:
            length += 1
        result.append(first_code[text[at : at + length]])
        at += length
    return result


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    words, bits = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chunks, symbols = ks.int_arg(args, 4), ks.int_arg(args, 5)
    chosen = ks.sample_indices(chunks, 500)
    decoded = np.array([decode(words, int(bits[chunk]), symbols) for chunk in chosen], np.uint8)
    indices = chosen[:, None] + np.arange(symbols // 4) * chunks
    return [ks.Sample(indices.ravel(), decoded.view(np.uint32).ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = int(np.prod(SIZES[scale]))
    return ks.Bound(count + count * 5 // 8, 15 * count, "operations", "int32")


CASE = ks.KernelCase(
    name="huffman_decode",
    styles=("bit twiddling as in compression",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
