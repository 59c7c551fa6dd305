"""Whole kernels as nvcc and clang emit them, run and compared with NumPy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opencicc.emulate import launch

DATA = Path(__file__).parent.parent / "machine" / "data"
KERNEL_FILES = ("nvcc_kernels_lineinfo_sm90", "nvcc_kernels_sm75", "clang_kernels_sm90", "clang_kernels_O0_sm90")
FEATURE_FILES = ("nvcc_features_sm100", "clang_features_debug_sm90")
Launch = Callable[..., Any]


def runner(file: str) -> Launch:
    ptx = (DATA / f"{file}.ptx").read_text()
    return lambda *args, **options: launch(ptx, *args, **options)


@pytest.fixture(params=KERNEL_FILES)
def run(request: pytest.FixtureRequest) -> Launch:
    return runner(request.param)


@pytest.fixture(params=FEATURE_FILES)
def run_feature(request: pytest.FixtureRequest) -> Launch:
    return runner(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_saxpy(run: Launch, rng: np.random.Generator) -> None:
    x, y = rng.random(1000, np.float32), rng.random(1000, np.float32)
    expected = (np.float64(2) * x + y).astype(np.float32)
    run("saxpy", 8, 128, [np.int32(1000), np.float32(2), x, y])
    assert (y == expected).all()


def test_struct_argument_and_constant_table(run: Launch) -> None:
    out = np.zeros(64, np.float32)
    struct = np.zeros(1, np.dtype([("a", "f4"), ("b", "i4"), ("c", "f8"), ("d", "i1")], align=True))
    struct["a"], struct["b"], struct["c"] = 1.5, 3, 0.25
    run("structs", 1, 64, [struct.tobytes(), out, 10])
    i, table = np.arange(64), np.array([1, 2, 3, 4] + [0] * 12)
    assert np.allclose(out, 1.5 * i + 3.25 + np.where(i < 10, table[i % 16], 0))


def test_recursive_function(run: Launch) -> None:
    out = np.zeros(40, np.int32)
    run("fibk", 1, 40, [out])
    assert out.tolist() == [[0, 1, 1, 2, 3, 5, 8, 13][i & 7] for i in range(40)]


def test_function_pointers(run: Launch) -> None:
    out, i = np.arange(64, dtype=np.float32), np.arange(64)
    run("indirect", 1, 64, [out, np.int32(0)])
    assert (out == np.where(i & 1, i + 3, i * 2)).all()


def test_printf(run: Launch) -> None:
    assert run("pr", 1, 64, [np.int32(7)]).output == "hi 7 0.000000 str\nhi 7 1.500000 str\n"


def test_block_reduction(run: Launch, rng: np.random.Generator) -> None:
    x, out = rng.integers(0, 100, 10000).astype(np.float32), np.zeros(1, np.float32)
    run("reduce", 4, 256, [x, out, np.int32(10000)])
    assert out[0] == x.sum()


def test_warp_functions(run: Launch, rng: np.random.Generator) -> None:
    out = rng.integers(0, 1000, 64).astype(np.int32)
    rows = out.astype(np.int64).reshape(2, 32)
    run("warp", 1, 64, [out])
    for step in (16, 8, 4, 2, 1):
        shifted = rows.copy()
        shifted[:, : 32 - step] = rows[:, step:]
        rows = rows + shifted
    bits = 1 << np.arange(32)
    ballot = ((rows & 1) * bits).sum(1)[:, None]
    match = (((rows[:, :, None] ^ rows[:, None, :]) & 3 == 0) * bits).sum(2)
    assert (out.view(np.uint32).reshape(2, 32) == (rows + ballot + 32 + match) % 2**32).all()


def test_spin_lock(run: Launch) -> None:
    lock, count = np.zeros(1, np.int32), np.zeros(1, np.int32)
    run("lock", 2, 64, [lock, count])
    assert count[0] == 128 and lock[0] == 0


def test_packed_halves(run: Launch, rng: np.random.Generator) -> None:
    a = rng.random(128).astype(np.float16)
    b = (rng.random(128).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    wide = (b.astype(np.uint32) << 16).view(np.float32)
    half = np.maximum((a.astype(np.float64) ** 2 + a).astype(np.float16), np.float16(1))
    run("halfs", 1, 64, [a, b, np.int32(1)])
    bits = (wide * wide).view(np.uint32)
    assert (a == half).all() and (b == (bits + 0x7FFF + (bits >> 16 & 1)) >> 16).all()


def test_local_arrays(run: Launch, rng: np.random.Generator) -> None:
    out = rng.integers(0, 100, 64).astype(np.int32)
    table = [int(out[i]) * i for i in range(16)]
    run("locals", 1, 1, [out, np.int32(30)])
    assert out[0] == sum(table[i * 7 & 15] for i in range(30))


def test_dynamic_shared_memory(run: Launch, rng: np.random.Generator) -> None:
    out = rng.random(128)
    expected = out[::-1].copy()
    run("dynsh", 1, 128, [out], shared_bytes=1024)
    assert (out == expected).all()


def test_redux(run_feature: Launch, rng: np.random.Generator) -> None:
    out = rng.integers(-100, 100, 64).astype(np.int32)
    rows = out.reshape(2, 32).copy()
    run_feature("redux", 1, 64, [out])
    assert (out.reshape(2, 32) == (rows.sum(1) + rows.max(1))[:, None]).all()


def test_asynchronous_copy(run_feature: Launch, rng: np.random.Generator) -> None:
    source, out = rng.random(128, np.float32), np.zeros(128, np.float32)
    run_feature("async", 1, 128, [out, source])
    assert (out == source[::-1]).all()


@pytest.mark.parametrize("lanes", [64, 4096])
def test_look_back(run_feature: Launch, lanes: int) -> None:
    flags, out = np.zeros(100, np.int32), np.zeros(100, np.int32)
    run_feature("lookback", 100, 64, [flags, out], lanes_at_once=lanes)
    assert (out == np.arange(1, 101)).all()


def test_parameter_indexed_as_memory(run_feature: Launch) -> None:
    out = np.zeros(64, np.int32)
    run_feature("param", 1, 64, [tuple(np.int32(v) for v in (5, 6, 7, 8)), out])
    assert (out == np.tile([5, 6, 7, 8], 16)).all()


def test_atomics(run_feature: Launch) -> None:
    words = np.zeros(300, np.uint32)
    words[2], words[3] = 10, 0xFFFFFFFF
    longs, floats, doubles, signed = np.zeros(2, np.uint64), np.zeros(2, np.float32), np.zeros(1), np.zeros(2, np.int32)
    run_feature("atoms", 1, 256, [words, longs, floats, doubles, signed])
    assert words[:2].tolist() == [256, 256 % 101] and words[3:5].tolist() == [0xFFFFFF00, 255]
    assert longs.tolist() == [768, 5] and signed.tolist() == [-255, 255]
    assert floats[1] == np.add.accumulate(np.full(256, 0.1, np.float32))[-1]
    assert doubles[0] == np.add.accumulate(np.full(256, 0.1))[-1]
    assert (words[6:262] == np.concatenate([[0], np.cumsum(np.arange(255))])).all()
