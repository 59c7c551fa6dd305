"""What the lowerings make, executed: 128-bit division and conversion against Python's integers, printf's output, warp forms."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import opencicc
from opencicc.emulate import launch

HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
LEVELS = [{"opt-level": 0}, {"opt-level": 3}, {"Ofast-compile": "max"}]
EDGES = [
    0,
    1,
    2,
    3,
    10,
    2**32 - 1,
    2**32,
    2**63,
    2**64 - 1,
    2**64,
    2**64 + 1,
    2**96 - 1,
    2**127 - 1,
    2**127,
    2**128 - 1,
]
MASK = 2**128 - 1


def compiled(text: str, options: dict[str, object]) -> str:
    return opencicc.compile(HEAD + text, arch="sm_90", options=options).ptx


def words(numbers: list[int]) -> np.ndarray:
    return np.array([word for number in numbers for word in (number & (2**64 - 1), number >> 64)], np.uint64)


def numbers(array: np.ndarray) -> list[int]:
    pairs = array.reshape(-1, 2).tolist()
    return [low | high << 64 for low, high in pairs]


def signed(number: int) -> int:
    return number - 2**128 if number >> 127 else number


DIVIDE = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %a, ptr %b, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pa = getelementptr i128, ptr %a, i32 %t
  %pb = getelementptr i128, ptr %b, i32 %t
  %x = load i128, ptr %pa
  %y = load i128, ptr %pb
  %r = OPERATION i128 %x, %y
  %po = getelementptr i128, ptr %out, i32 %t
  store i128 %r, ptr %po
  ret void
}
"""


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


EXPECTED = {
    "udiv": lambda a, b: a // b,
    "urem": lambda a, b: a % b,
    "sdiv": lambda a, b: quotient(signed(a), signed(b)) & MASK,
    "srem": lambda a, b: (signed(a) - quotient(signed(a), signed(b)) * signed(b)) & MASK,
}


@pytest.mark.parametrize("options", LEVELS)
@pytest.mark.parametrize("operation", EXPECTED)
def test_wide_divisions(operation: str, options: dict[str, object]) -> None:
    rng = np.random.default_rng(5)
    some = [int.from_bytes(rng.bytes(16), "little") >> int(rng.integers(0, 128)) for _ in range(40)]
    pairs = [(a, b) for a in EDGES + some[:20] for b in EDGES + some[20:] if b]
    if operation[0] == "s":
        pairs = [(a, b) for a, b in pairs if not (a == 2**127 and b == MASK)]  # overflows
    pairs = pairs[: len(pairs) // 32 * 32]
    for start in range(0, len(pairs), 1024):
        part = pairs[start : start + 1024]
        out = np.zeros(2 * len(part), np.uint64)
        arguments = [words([a for a, _ in part]), words([b for _, b in part]), out]
        launch(compiled(DIVIDE.replace("OPERATION", operation), options), "k", 1, len(part), arguments)
        assert numbers(out) == [EXPECTED[operation](a, b) for a, b in part]


TO_FLOAT = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %a, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pa = getelementptr i128, ptr %a, i32 %t
  %x = load i128, ptr %pa
  %r = OPERATION i128 %x to TYPE
  %po = getelementptr TYPE, ptr %out, i32 %t
  store TYPE %r, ptr %po
  ret void
}
"""
PRECISIONS = {"double": ("f8", 53), "float": ("f4", 24), "half": ("f2", 11)}
LARGEST = {"f8": float(np.finfo(np.float64).max), "f4": float(np.finfo(np.float32).max), "f2": 65504.0}


def rounded(number: int, bits: int) -> Fraction:
    """To the nearest number of so many bits, ties to even."""
    cut = max(0, abs(number).bit_length() - bits)
    whole, rest = abs(number) >> cut, abs(number) & ((1 << cut) - 1)
    half = 1 << cut >> 1
    whole += rest > half or (rest == half and bool(cut) and whole & 1)
    return Fraction(whole << cut) * (1 if number >= 0 else -1)


@pytest.mark.parametrize("options", LEVELS)
@pytest.mark.parametrize("kind", PRECISIONS)
@pytest.mark.parametrize("operation", ["uitofp", "sitofp"])
def test_wide_conversions_to_floats_round_once(operation: str, kind: str, options: dict[str, object]) -> None:
    rng = np.random.default_rng(6)
    near = [((1 << 24) + 1 << k) + d for k in (0, 40, 80, 100) for d in (-1, 0, 1)] + [
        2**11 + 1,
        4097 << 4,
        65519,
        65520,
    ]
    some = [int.from_bytes(rng.bytes(16), "little") >> int(rng.integers(0, 128)) for _ in range(200)]
    values = (EDGES + near + some)[:224]
    dtype, bits = PRECISIONS[kind]
    out = np.zeros(len(values), dtype)
    text = TO_FLOAT.replace("OPERATION", operation).replace("TYPE", kind)
    launch(compiled(text, options), "k", 1, len(values), [words(values), out])
    for value, result in zip(values, out.tolist(), strict=True):
        exact = rounded(signed(value) if operation == "sitofp" else value, bits)
        is_beyond = abs(exact) > Fraction(LARGEST[dtype])
        expected = float("inf") * (1 if exact > 0 else -1) if is_beyond else float(exact)
        assert result == expected, hex(value)


FROM_FLOAT = TO_FLOAT.replace("getelementptr i128, ptr %a", "getelementptr TYPE, ptr %a").replace(
    "%x = load i128, ptr %pa\n  %r = OPERATION i128 %x to TYPE\n  %po = getelementptr TYPE, ptr %out, i32 %t\n  store TYPE",
    "%x = load TYPE, ptr %pa\n  %r = OPERATION TYPE %x to i128\n  %po = getelementptr i128, ptr %out, i32 %t\n  store i128",
)


@pytest.mark.parametrize("options", LEVELS)
@pytest.mark.parametrize("kind", ["double", "float"])
@pytest.mark.parametrize("operation", ["fptoui", "fptosi"])
def test_wide_conversions_from_floats_cut(operation: str, kind: str, options: dict[str, object]) -> None:
    values = [0.0, 0.5, 0.999, 1.0, 1.5, 2.0**31, 2.0**52 + 1, 2.0**63, 2.0**64, 1e19, 1.7e38, 123456.789, 2.0**126]
    values += [-value for value in values] if operation == "fptosi" else []
    dtype = PRECISIONS[kind][0]
    given = np.array(values, dtype)
    out = np.zeros(2 * len(values), np.uint64)
    text = FROM_FLOAT.replace("OPERATION", operation).replace("TYPE", kind)
    launch(compiled(text, options), "k", 1, len(values), [given, out])
    assert numbers(out) == [int(value) & MASK for value in given.tolist()]


PRINT = r"""
@f = private constant [22 x i8] c"%d %5.2f %c %lld %s|\0A\00"
@s = private constant [3 x i8] c"ok\00"
@plain = private constant [4 x i8] c"hi\0A\00"
declare i32 @printf(ptr, ...)
define ptx_kernel void @k(i32 %i, float %x, i8 %c, i64 %l) {
  %a = call i32 (ptr, ...) @printf(ptr @f, i32 %i, float %x, i8 %c, i64 %l, ptr @s)
  %b = call i32 (ptr, ...) @printf(ptr @plain)
  ret void
}
"""


@pytest.mark.parametrize("options", LEVELS)
def test_printf_prints(options: dict[str, object]) -> None:
    ran = launch(compiled(PRINT, options), "k", 1, 1, [np.int32(-7), np.float32(2.5), np.uint8(65), np.int64(-(2**40))])
    assert ran.output == f"-7  2.50 A {-(2**40)} ok|\nhi\n"


WARP = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 3, i32 %t, i32 5, i32 31)
  %v = extractvalue {i32, i1} %r, 0
  %low = icmp ult i32 %t, 4
  %b = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %low)
  %n = extractvalue {i32, i1} %b, 0
  %s = shl i32 %n, 8
  %sum = or i32 %v, %s
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %sum, ptr %p
  ret void
}
"""


@pytest.mark.parametrize("options", LEVELS)
def test_numbered_warp_operations(options: dict[str, object]) -> None:
    out = np.zeros(32, np.int32)
    launch(compiled(WARP, options), "k", 1, 32, [out])
    assert out.tolist() == [(lane ^ 5) | 0xF << 8 for lane in range(32)]
