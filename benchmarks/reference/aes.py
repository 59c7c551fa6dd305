"""AES-128 encryption of many blocks at once, byte by byte as the standard describes it."""

from __future__ import annotations

import numpy as np

from benchmarks.kernel_set import Array


def multiply(a: int, b: int) -> int:
    """Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def make_sbox() -> Array:
    box = np.empty(256, np.uint8)
    for x in range(256):
        inverse = next((y for y in range(256) if multiply(x, y) == 1), 0)
        bits = [inverse >> i & 1 for i in range(8)]
        mixed = [
            bits[i] ^ bits[(i + 4) % 8] ^ bits[(i + 5) % 8] ^ bits[(i + 6) % 8] ^ bits[(i + 7) % 8] for i in range(8)
        ]
        box[x] = sum(bit << i for i, bit in enumerate(mixed)) ^ 0x63
    return box


SBOX = make_sbox()
DOUBLE = np.array([multiply(x, 2) for x in range(256)], np.uint8)


def expand_key(key: bytes) -> Array:
    """The eleven round keys, (11, 16) bytes."""
    words: list[Array] = [np.frombuffer(key, np.uint8)[4 * i : 4 * i + 4] for i in range(4)]
    constant = 1
    for i in range(4, 44):
        word: Array = words[-1]
        if i % 4 == 0:
            word = SBOX[np.roll(word, -1)] ^ np.array([constant, 0, 0, 0], np.uint8)
            constant = multiply(constant, 2)
        words.append(words[i - 4] ^ word)
    return np.concatenate(words).reshape(11, 16)


def encrypt(blocks: Array, round_keys: Array) -> Array:
    """`blocks` is (count, 16) bytes."""
    rows = np.array([(i + 4 * (i % 4)) % 16 for i in range(16)])  # ShiftRows: where each byte comes from
    state: Array = blocks ^ round_keys[0]
    for round_key in round_keys[1:10]:
        state = SBOX[state][:, rows].reshape(-1, 4, 4)
        whole = np.bitwise_xor.reduce(state, axis=2, keepdims=True)
        state = state ^ whole ^ DOUBLE[state ^ np.roll(state, -1, axis=2)]
        state = state.reshape(-1, 16) ^ round_key
    result: Array = SBOX[state][:, rows] ^ round_keys[10]
    return result
