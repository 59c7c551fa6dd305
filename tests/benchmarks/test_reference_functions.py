"""The shared references against published test vectors."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from benchmarks.kernels import chacha20, huffman_decode, murmur3_strings
from benchmarks.reference import aes, bfloat, philox, rays, special


def test_aes_gives_the_cipher_text_of_fips_197() -> None:
    key = bytes.fromhex("000102030405060708090a0b0c0d0e0f")
    plain = np.frombuffer(bytes.fromhex("00112233445566778899aabbccddeeff"), np.uint8)[None]
    cipher = aes.encrypt(plain, aes.expand_key(key))
    assert cipher.tobytes().hex() == "69c4e0d86a7b0430d8cdb78070b4c55a"


def test_chacha20_gives_the_block_of_rfc_8439() -> None:
    key = np.frombuffer(bytes(range(32)), np.uint32)
    nonce = np.frombuffer(bytes.fromhex("000000090000004a00000000"), np.uint32)
    block = chacha20.key_stream(np.concatenate([key, nonce]), np.array([1], np.uint32))
    assert block.astype("<u4").tobytes()[:16].hex() == "10f1e7e4d13b5915500fdd1fa32071c4"


def test_philox_gives_its_known_answer() -> None:
    zero = np.zeros(1, np.uint64)
    words = philox.philox4x32((zero, zero, zero, zero), (0, 0))
    assert [int(word[0]) for word in words] == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


@pytest.mark.parametrize(("text", "expected"), [(b"", 0), (b"test", 0xBA6BD213), (b"Hello, world!", 0xC0363E43)])
def test_murmur3_gives_its_known_answers(text: bytes, expected: int) -> None:
    assert murmur3_strings.murmur3(text, 0) == expected


def test_huffman_codes_fill_the_table() -> None:
    table = huffman_decode.lookup_table()
    assert table.size == 4096
    words = np.frombuffer(hashlib.sha256(b"stream").digest(), ">u4").astype(np.uint32)
    first = huffman_decode.decode(words, 0, 4)[0]
    assert table[int(words[0]) >> 20] & 0xFF == first


def test_bfloat_rounds_to_nearest_even() -> None:
    values = np.array([1.0, 1 + 2**-8, 1 + 3 * 2**-8, -2.5], np.float32)
    assert bfloat.from_bits(bfloat.to_bits(values)).tolist() == [1.0, 1.0, 1 + 2**-6, -2.5]


def test_bessel_functions_at_tabulated_points() -> None:
    assert special.bessel(0, np.array([1.0, 10.0])) == pytest.approx([0.7651976865579666, -0.2459357644513483])
    assert special.bessel(1, np.array([1.0, 10.0])) == pytest.approx([0.44005058574493355, 0.04347274616886144])


def test_the_normal_distribution_function() -> None:
    assert special.normal_cdf(np.array([0.0, 1.96])) == pytest.approx([0.5, 0.9750021048517795])


def test_a_ray_meets_the_triangle_in_front_of_it_only() -> None:
    triangles = np.array([[[-1, -1, 2], [4, 0, 0], [0, 4, 0]], [[-1, -1, -2], [4, 0, 0], [0, 4, 0]]], float)
    along = rays.distances(np.zeros(3), np.array([0.0, 0.0, 1.0]), triangles)
    assert along.tolist() == [2.0, rays.FAR]
