"""cvt against exact references: every pair of types, rounding modes, saturation, packed and 8-bit forms."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.emulate.ptx_harness import Array, evaluate, same_floats
from tests.emulate.ptx_reference import float_bits, round_fraction, signed

RNG = np.random.default_rng(9)
INTEGERS = ("u16", "s16", "u32", "s32", "u64", "s64")
FLOATS = np.concatenate([
    np.array([0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, 1e10, -1e10, 3e38, 65504, 65520, 127.5, 255.5, -128.5,
              32767.5, 2.0**31, -(2.0**31), 2.0**32, 2.0**63, -(2.0**63), 2.0**64, 1e-40, np.inf, -np.inf, np.nan]),
    RNG.standard_normal(100) * 1000,
]).astype(np.float32)  # fmt: skip
DOUBLES = np.concatenate(
    [FLOATS.astype(np.float64), np.array([1e300, -1e300, 1e-300, 1 + 2.0**-30, 2.0**53 + 1, 4e-46, 1.4e-45])]
)


def integers(type: str) -> Array:
    bits = int(type[1:])
    top = 1 << bits
    edges = [0, 1, 2, 127, 128, 255, top - 1, top // 2, top // 2 - 1, top // 2 + 1, top - 128]
    dtype = np.dtype(f"u{bits // 8}")
    return np.concatenate([np.array(edges, dtype), RNG.integers(0, top, 60, dtype)])


def bounds(type: str) -> tuple[int, int]:
    bits = int(type[1:])
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if type[0] == "s" else (0, (1 << bits) - 1)


@pytest.mark.parametrize("source", INTEGERS)
@pytest.mark.parametrize("to", INTEGERS)
def test_integer_to_integer(to: str, source: str) -> None:
    a = integers(source)
    values = [signed(v, int(source[1:])) if source[0] == "s" else v for v in a.tolist()]
    bits = int(to[1:])
    got = evaluate(f"cvt.{to}.{source} %o, %a;", f"u{bits}", a)
    assert got.tolist() == [v % (1 << bits) for v in values]
    low, high = bounds(to)
    source_low, source_high = bounds(source)
    if low <= source_low and source_high <= high:
        return  # nothing to clamp, and ptxas refuses the modifier
    got = evaluate(f"cvt.sat.{to}.{source} %o, %a;", f"u{bits}", a)
    assert got.tolist() == [max(low, min(high, v)) % (1 << bits) for v in values]


def test_byte_conversions_use_wider_registers() -> None:
    a = integers("u32")
    assert (evaluate("cvt.u32.u8 %o, %a;", "u32", a) == (a & 255)).all()
    assert (evaluate("cvt.s32.s8 %o, %a;", "s32", a) == a.astype(np.uint8).view(np.int8)).all()
    got = evaluate("cvt.sat.u8.s32 %o, %a;", "u32", a)
    assert (got == np.clip(a.view(np.int32), 0, 255)).all()
    got = evaluate("cvt.sat.s8.s32 %o, %a;", "s32", a)
    assert (got == np.clip(a.view(np.int32), -128, 127)).all()


def rounded(value: float, mode: str) -> int:
    exact = Fraction(value)
    return {"rni": round(exact), "rzi": math.trunc(exact), "rmi": math.floor(exact), "rpi": math.ceil(exact)}[mode]


@pytest.mark.parametrize("to", INTEGERS)
@pytest.mark.parametrize("mode", ["rni", "rzi", "rmi", "rpi"])
def test_float_to_integer_clamps(mode: str, to: str) -> None:
    low, high = bounds(to)
    bits = int(to[1:])
    for type, values in (("f32", FLOATS), ("f64", DOUBLES)):
        got = evaluate(f"cvt.{mode}.{to}.{type} %o, %a;", f"u{bits}", values)
        for value, result in zip(values.tolist(), got.tolist(), strict=True):
            if math.isnan(value):
                expected = 0 if type == "f32" and bits < 64 else 1 << (bits - 1)
            elif math.isinf(value):
                expected = high if value > 0 else low
            else:
                expected = max(low, min(high, rounded(value, mode)))
            assert result == expected % (1 << bits), (value, result)


@pytest.mark.parametrize("source", INTEGERS)
@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
def test_integer_to_float(mode: str, source: str) -> None:
    a = np.concatenate(
        [integers(source), np.array([2**24 + 1, 2**25 + 3], np.uint64).astype(f"u{int(source[1:]) // 8}")]
    )
    if source[1:] == "64":
        more = np.array([2**53 + 1, 2**54 + 3, 2**63 + 2**39, 2**40 + 2**16 + 1, 2**63 - 1], np.uint64)
        a = np.concatenate([a, more])
    values = [signed(v, int(source[1:])) if source[0] == "s" else v for v in a.tolist()]
    for to, dtype in (("f32", np.float32), ("f64", np.float64), ("f16", np.float16)):
        expected = float_bits([round_fraction(Fraction(v), to, mode) for v in values], dtype)
        assert same_floats(evaluate(f"cvt.{mode}.{to}.{source} %o, %a;", to, a), expected).all(), to


@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
def test_narrowing_floats(mode: str) -> None:
    def expected(values: Array, to: str, dtype: type) -> Array:
        wide = [round_fraction(Fraction(v), to, mode, -1 if math.copysign(1, v) < 0 else 1) if math.isfinite(v) else v
                for v in values.astype(np.float64).tolist()]  # fmt: skip
        return float_bits(wide, dtype)

    got = evaluate(f"cvt.{mode}.f32.f64 %o, %a;", "f32", DOUBLES)
    assert same_floats(got, expected(DOUBLES, "f32", np.float32)).all()
    if mode in ("rn", "rz"):
        got = evaluate(f"cvt.{mode}.f16.f32 %o, %a;", "f16", FLOATS)
        assert same_floats(got, expected(FLOATS, "f16", np.float16)).all()
        bits = evaluate(f"cvt.{mode}.bf16.f32 %o, %a;", "u16", FLOATS)
        want = expected(FLOATS, "bf16", np.float32)
        assert same_floats((bits.astype(np.uint32) << 16).view(np.float32), want).all()


def test_widening_floats() -> None:
    a = np.arange(1 << 16, dtype=np.uint16)[::37]
    assert same_floats(evaluate("cvt.f32.f16 %o, %a;", "f32", a), a.view(np.float16).astype(np.float32)).all()
    expected = (a.astype(np.uint32) << 16).view(np.float32)
    assert same_floats(evaluate("cvt.f32.bf16 %o, %a;", "f32", a), expected).all()
    assert same_floats(evaluate("cvt.f64.f32 %o, %a;", "f64", FLOATS), FLOATS.astype(np.float64)).all()


@pytest.mark.parametrize(
    ("mode", "function"), [("rni", np.rint), ("rzi", np.trunc), ("rmi", np.floor), ("rpi", np.ceil)]
)
def test_rounding_to_integral_floats(mode: str, function: np.ufunc) -> None:
    for type, values in (("f32", FLOATS), ("f64", DOUBLES)):
        got = evaluate(f"cvt.{mode}.{type}.{type} %o, %a;", type, values)
        assert same_floats(got, np.copysign(function(values), values)).all()


def test_float_saturation() -> None:
    got = evaluate("cvt.sat.f32.f32 %o, %a;", "f32", FLOATS)
    expected = np.where(np.isnan(FLOATS) | (FLOATS <= 0), 0, np.minimum(FLOATS, 1)).astype(np.float32)
    assert (got == expected).all()
    assert (evaluate("cvt.ftz.f32.f32 %o, %a;", "f32", np.array([1e-40, -1e-40], np.float32)) == 0).all()


def test_pairs_of_halves() -> None:
    a, b = FLOATS, FLOATS[::-1].copy()
    got = evaluate("cvt.rn.f16x2.f32 %o, %a, %b;", "u32", a, b)
    with np.errstate(over="ignore"):
        high, low = a.astype(np.float16), b.astype(np.float16)
    assert same_floats((got >> 16).astype(np.uint16).view(np.float16), high).all()
    assert same_floats(got.astype(np.uint16).view(np.float16), low).all()
    got = evaluate("cvt.rn.relu.bf16x2.f32 %o, %a, %b;", "u32", a, b)
    low_bf = ((got & 0xFFFF) << 16).view(np.float32)
    expected = [v if math.isnan(v) else math.inf if v == math.inf else round_fraction(Fraction(v), "bf16", "rn") if v > 0 else 0.0
                for v in b.astype(np.float64).tolist()]  # fmt: skip
    assert same_floats(low_bf, float_bits(expected, np.float32)).all()


def test_tf32_rounds_ties_away() -> None:
    got = evaluate("cvt.rna.tf32.f32 %o, %a;", "u32", FLOATS).view(np.float32)
    finite = np.isfinite(FLOATS) & (np.abs(FLOATS) > 1e-37) & (np.abs(FLOATS) < 1e38)
    for value, result in zip(FLOATS[finite].tolist(), got[finite].tolist(), strict=True):
        exponent = math.floor(math.log2(abs(value)))
        unit = 2.0 ** (exponent - 10)
        assert result == math.copysign(math.floor(abs(value) / unit + 0.5) * unit, value)


def small_float(code: int, exponent_bits: int, mantissa_bits: int, bias: int) -> float:
    sign = -1.0 if code & 0x80 else 1.0
    exponent, mantissa = code >> mantissa_bits & ((1 << exponent_bits) - 1), code & ((1 << mantissa_bits) - 1)
    if exponent_bits == 4 and code & 0x7F == 0x7F:
        return math.nan
    if exponent_bits == 5 and exponent == 31:
        return sign * math.inf if mantissa == 0 else math.nan
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** (exponent - bias)


@pytest.mark.parametrize(("type", "shape", "largest"), [("e4m3", (4, 3, 7), 448.0), ("e5m2", (5, 2, 15), 57344.0)])
def test_eight_bit_floats(type: str, shape: tuple[int, int, int], largest: float) -> None:
    codes = np.arange(256, dtype=np.uint16)
    got = evaluate(f"cvt.rn.f16x2.{type}x2 %o, %a;", "u32", codes | codes << 8)
    values = float_bits([small_float(code, *shape) for code in range(256)], np.float16)
    assert same_floats((got & 0xFFFF).astype(np.uint16).view(np.float16), values).all()
    finite = sorted({(abs(v), c) for c, v in enumerate(values.astype(float).tolist()) if c < 128 and math.isfinite(v)})
    inputs = np.concatenate(
        [FLOATS, np.linspace(-600, 600, 200, dtype=np.float32), np.float32(2.0**-9) * np.arange(20, dtype=np.float32)]
    )
    got = evaluate(f"cvt.rn.satfinite.{type}x2.f32 %o, %a, %b;", "u16", inputs, np.zeros(1, np.float32)) >> 8
    for value, code in zip(inputs.tolist(), got.tolist(), strict=True):
        if math.isnan(value):
            assert code == 0x7F
            continue
        size = min(abs(value), largest)
        nearest = min(finite, key=lambda pair: (abs(pair[0] - size), pair[1] & 1))
        assert code & 0x7F == nearest[1] and code >> 7 == (math.copysign(1, value) < 0), value
