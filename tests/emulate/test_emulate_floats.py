"""Float arithmetic against exact fractions: every rounding mode, subnormals, zeros, infinities, NaN."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from tests.emulate import ptx_reference as reference
from tests.emulate.ptx_harness import Array, evaluate, pairs, same_floats, triples
from tests.emulate.ptx_reference import float_bits

RNG = np.random.default_rng(5)
MODES = ("rn", "rz", "rm", "rp")
EDGES32 = np.array(
    [0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF, 0x00000001, 0x80000003, 0x007FFFFF, 0x00800000,
     0x80800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x33800000, 0x34000001, 0x4B800001, 0x1F800001],
    np.uint32,
).view(np.float32)  # fmt: skip
EDGES64 = np.array(
    [0, 1 << 63, 0x3FF0000000000000, 0xBFF0000000000001, 1, 0x800000000000000F, 0x000FFFFFFFFFFFFF, 0x0010000000000000,
     0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x3CA0000000000000,
     0x3CB0000000000001, 0x4340000000000001, 0x1FF0000000000003, 0x2000000000000001],
    np.uint64,
).view(np.float64)  # fmt: skip


def random_floats(count: int, dtype: type, spread: int) -> Array:
    """Numbers of similar size, so that sums cancel and round, with short and long mantissas."""
    mantissa = RNG.integers(-(1 << 24), 1 << 24, count) << RNG.integers(0, 20, count)
    return np.ldexp(mantissa.astype(np.float64), RNG.integers(-spread, spread, count) - 30).astype(dtype)


def check(got: Array, function: Callable[..., float], columns: tuple[Array, ...], format: str, mode: str) -> None:
    rows = zip(*(column.astype(np.float64).tolist() for column in columns), strict=True)
    expected = float_bits([function(*row, format, mode) for row in rows], got.dtype)
    good = same_floats(got, expected)
    bad = np.flatnonzero(~good)
    assert good.all(), [(*(c[i] for c in columns), "got", got[i], "expected", expected[i]) for i in bad[:3]]


BINARY = {"add": reference.add, "mul": reference.mul, "div": reference.div}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", BINARY)
def test_f32_binary(name: str, mode: str) -> None:
    a, b = pairs(EDGES32)
    a, b = (
        np.concatenate([a, random_floats(400, np.float32, 12)]),
        np.concatenate([b, random_floats(400, np.float32, 12)]),
    )
    check(evaluate(f"{name}.{mode}.f32 %o, %a, %b;", "f32", a, b), BINARY[name], (a, b), "f32", mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", BINARY)
def test_f64_binary(name: str, mode: str) -> None:
    a, b = pairs(EDGES64)
    a, b = (
        np.concatenate([a, random_floats(200, np.float64, 12)]),
        np.concatenate([b, random_floats(200, np.float64, 12)]),
    )
    check(evaluate(f"{name}.{mode}.f64 %o, %a, %b;", "f64", a, b), BINARY[name], (a, b), "f64", mode)


@pytest.mark.parametrize("mode", MODES)
def test_subtraction(mode: str) -> None:
    for type, edges in (("f32", EDGES32), ("f64", EDGES64)):
        a, b = pairs(edges)
        got = evaluate(f"sub.{mode}.{type} %o, %a, %b;", type, a, b)
        check(got, lambda x, y, f, m: reference.add(x, -y, f, m), (a, b), type, mode)


@pytest.mark.parametrize("mode", MODES)
def test_f32_fma(mode: str) -> None:
    a, b, c = triples(EDGES32[::2])
    near = random_floats(600, np.float32, 8), random_floats(600, np.float32, 8), random_floats(600, np.float32, 8)
    # Products that land close to half-way between two floats, where a second rounding shows.
    p, q = (np.float32(1) + RNG.integers(0, 4096, 600) * np.float32(2**-12)).astype(np.float32), np.float32(1 + 2**-12)
    tie = p, np.full(600, q), np.ldexp(RNG.integers(-3, 4, 600).astype(np.float64), -60).astype(np.float32)
    columns = tuple(np.concatenate(parts) for parts in zip((a, b, c), near, tie, strict=True))
    check(evaluate(f"fma.{mode}.f32 %o, %a, %b, %c;", "f32", *columns), reference.fma, columns, "f32", mode)


@pytest.mark.parametrize("mode", MODES)
def test_f64_fma(mode: str) -> None:
    a, b, c = triples(EDGES64[::2])
    near = tuple(random_floats(400, np.float64, 8) for _ in range(3))
    p, q = 1 + RNG.integers(0, 2**26, 300) * 2.0**-26, np.full(300, 1 + 2.0**-27)
    tie = p, q, np.ldexp(RNG.integers(-3, 4, 300).astype(np.float64), -120)
    cancel = p, q, -(p * q)
    columns = tuple(np.concatenate(parts) for parts in zip((a, b, c), near, tie, cancel, strict=True))
    check(evaluate(f"fma.{mode}.f64 %o, %a, %b, %c;", "f64", *columns), reference.fma, columns, "f64", mode)


@pytest.mark.parametrize("mode", MODES)
def test_square_root_and_reciprocal(mode: str) -> None:
    for type, edges in (("f32", EDGES32), ("f64", EDGES64)):
        a = np.concatenate([edges, np.abs(random_floats(300, edges.dtype.type, 20))])
        check(evaluate(f"sqrt.{mode}.{type} %o, %a;", type, a), reference.sqrt, (a,), type, mode)
        got = evaluate(f"rcp.{mode}.{type} %o, %a;", type, a)
        check(got, lambda x, f, m: reference.div(1.0, x, f, m), (a,), type, mode)


def test_f32_nan_is_canonical() -> None:
    a = np.array([0x7FC12345, 0xFFC00000, 0x7F800000], np.uint32).view(np.float32)
    b = np.array([1.0, 1.0, -np.inf], np.float32)
    for code in ("add.f32 %o, %a, %b;", "mul.f32 %o, %a, %a; sub.f32 %o, %a, %o;", "fma.rn.f32 %o, %a, %b, %b;"):
        got = evaluate(code, "f32", a, b)
        assert got.view(np.uint32)[:2].tolist() == [0x7FFFFFFF, 0x7FFFFFFF]


def test_flush_to_zero() -> None:
    a, b = pairs(EDGES32)
    flush = reference.flush
    for name, function in BINARY.items():
        got = evaluate(f"{name}.rn.ftz.f32 %o, %a, %b;", "f32", a, b)
        check(got, lambda x, y, f, m, g=function: flush(g(flush(x), flush(y), f, m)), (a, b), "f32", "rn")
    got = evaluate("fma.rn.ftz.f32 %o, %a, %b, %a;", "f32", a, b)
    check(got, lambda x, y, f, m: flush(reference.fma(flush(x), flush(y), flush(x), f, m)), (a, b), "f32", "rn")


def test_saturation() -> None:
    a, b = pairs(EDGES32)
    got = evaluate("add.sat.f32 %o, %a, %b;", "f32", a, b)

    def clamp(x: float, y: float, f: str, m: str) -> float:
        total = reference.add(x, y, f, m)
        return 0.0 if math.isnan(total) or total <= 0 else min(total, 1.0)

    check(got, clamp, (a, b), "f32", "rn")


def halves(count: int) -> Array:
    edges = np.array([0, 0x8000, 0x3C00, 0xBC01, 1, 0x83FF, 0x0400, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00], np.uint16)
    return np.concatenate([edges, RNG.integers(0, 1 << 16, count, np.uint16)]).view(np.float16)


def bfloats(count: int) -> Array:
    edges = np.array([0, 0x8000, 0x3F80, 0xBF81, 1, 0x807F, 0x0080, 0x7F7F, 0xFF7F, 0x7F80, 0xFF80, 0x7FC0], np.uint16)
    return np.concatenate([edges, RNG.integers(0x3000, 0x4800, count, np.uint16)])


def widen(bits: Array) -> Array:
    return (bits.astype(np.uint32) << 16).view(np.float32)


def bf16_expected(function: Callable[..., float], columns: tuple[Array, ...]) -> Array:
    rows = zip(*(widen(column).astype(np.float64).tolist() for column in columns), strict=True)
    values = float_bits([function(*row, "bf16", "rn") for row in rows], np.float32)
    bits = (values.view(np.uint32) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FFF), bits)


@pytest.mark.parametrize("name", ["add", "sub", "mul"])
def test_f16_and_bf16_binary(name: str) -> None:
    function = {"add": reference.add, "mul": reference.mul, "sub": lambda x, y, f, m: reference.add(x, -y, f, m)}[name]
    a, b = pairs(halves(12))
    check(evaluate(f"{name}.f16 %o, %a, %b;", "f16", a, b), function, (a, b), "f16", "rn")
    x, y = pairs(bfloats(12))
    assert (evaluate(f"{name}.bf16 %o, %a, %b;", "u16", x, y) == bf16_expected(function, (x, y))).all()


def test_f16_and_bf16_fma() -> None:
    a, b, c = triples(halves(3))
    check(evaluate("fma.rn.f16 %o, %a, %b, %c;", "f16", a, b, c), reference.fma, (a, b, c), "f16", "rn")
    x, y, z = triples(bfloats(3))
    assert (evaluate("fma.rn.bf16 %o, %a, %b, %c;", "u16", x, y, z) == bf16_expected(reference.fma, (x, y, z))).all()


def test_packed_halves_work_on_both_parts() -> None:
    a, b = pairs(halves(12))
    low, high = a.view(np.uint16).astype(np.uint32), b.view(np.uint16).astype(np.uint32)
    x, y = low | high << 16, high | low << 16
    got = evaluate("fma.rn.f16x2 %o, %a, %b, %a;", "u32", x, y)
    one = evaluate("fma.rn.f16 %o, %a, %b, %a;", "f16", a, b).view(np.uint16)
    two = evaluate("fma.rn.f16 %o, %b, %a, %b;", "f16", a, b).view(np.uint16)
    assert (got == (one | two.astype(np.uint32) << 16)).all()


def test_packed_f32x2() -> None:
    a, b = pairs(EDGES32)
    x = a.view(np.uint32).astype(np.uint64) | b.view(np.uint32).astype(np.uint64) << 32
    got = evaluate("add.rn.f32x2 %o, %a, %a;", "u64", x)
    with np.errstate(all="ignore"):
        assert same_floats(got.astype(np.uint32).view(np.float32), a + a).all()
        assert same_floats((got >> 32).astype(np.uint32).view(np.float32), b + b).all()


def number_order(x: float, y: float) -> bool:
    """Whether x comes before y, -0 before +0."""
    return (x, math.copysign(1, x)) < (y, math.copysign(1, y))


@pytest.mark.parametrize("type", ["f32", "f64", "f16"])
@pytest.mark.parametrize("name", ["min", "max"])
def test_minimum_and_maximum(name: str, type: str) -> None:
    a, b = pairs({"f32": EDGES32, "f64": EDGES64, "f16": halves(4)}[type])

    def pick(x: float, y: float, f: str, m: str) -> float:
        if math.isnan(x) or math.isnan(y):
            return y if math.isnan(x) else x
        return x if number_order(x, y) == (name == "min") else y

    check(evaluate(f"{name}.{type} %o, %a, %b;", type, a, b), pick, (a, b), type, "rn")
    if type != "f64":
        keep = evaluate(f"{name}.NaN.{type} %o, %a, %b;", type, a, b)
        nan = np.isnan(a) | np.isnan(b)
        assert np.isnan(keep[nan]).all() and not np.isnan(keep[~nan]).any()
        kind, code = (np.uint32, 0x7FFFFFFF) if type == "f32" else (np.uint16, 0x7FFF)
        assert (keep[nan].view(kind) == code).all()


def test_minimum_with_joined_signs() -> None:
    a, b = pairs(EDGES32[np.isfinite(EDGES32)])
    got = evaluate("min.xorsign.abs.f32 %o, %a, %b;", "f32", a, b)
    expected = np.copysign(np.minimum(np.abs(a), np.abs(b)), np.where(np.signbit(a) ^ np.signbit(b), -1, 1))
    assert same_floats(got, expected.astype(np.float32)).all()


COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize("type", ["f32", "f64", "f16"])
def test_comparison_with_nan(type: str, name: str) -> None:
    a, b = pairs({"f32": EDGES32, "f64": EDGES64, "f16": halves(4)}[type])
    nan = np.isnan(a) | np.isnan(b)
    if name in ("num", "nan"):
        expected = nan if name == "nan" else ~nan
    else:
        plain = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[name[:2]]
        expected = (plain | nan) if name.endswith("u") else (plain & ~nan)
    assert (evaluate(f"setp.{name}.{type} %o, %a, %b;", "pred", a, b) == expected).all()


def test_sign_operations_touch_only_the_sign() -> None:
    for type, edges, kind in (("f32", EDGES32, np.uint32), ("f64", EDGES64, np.uint64)):
        top = kind(1 << (edges.dtype.itemsize * 8 - 1))
        assert (evaluate(f"neg.{type} %o, %a;", type, edges).view(kind) == edges.view(kind) ^ top).all()
        assert (evaluate(f"abs.{type} %o, %a;", type, edges).view(kind) == edges.view(kind) & ~top).all()
        a, b = pairs(edges)
        got = evaluate(f"copysign.{type} %o, %a, %b;", type, a, b).view(kind)
        assert (got == (b.view(kind) & ~top | a.view(kind) & top)).all()


def test_number_classes() -> None:
    a = EDGES32
    tiny = np.float32(2**-126)
    answers = {
        "finite": np.isfinite(a), "infinite": np.isinf(a), "number": ~np.isnan(a), "notanumber": np.isnan(a),
        "normal": np.isfinite(a) & ((np.abs(a) >= tiny) | (a == 0)),  # an H200 counts zero among the normal numbers
        "subnormal": (a != 0) & (np.abs(a) < tiny),
    }  # fmt: skip
    for name, expected in answers.items():
        assert (evaluate(f"testp.{name}.f32 %o, %a;", "pred", a) == expected).all()


def test_set_gives_one_or_all_bits() -> None:
    a, b = pairs(EDGES32)
    assert (evaluate("set.lt.f32.f32 %o, %a, %b;", "f32", a, b) == np.where(a < b, 1.0, 0.0)).all()
    assert (evaluate("set.geu.u32.f32 %o, %a, %b;", "u32", a, b) == np.where(~(a < b), 0xFFFFFFFF, 0)).all()


# Documented errors: PTX manual, the sections of each instruction.
APPROXIMATE: dict[str, tuple[Callable[[Array], Array], Array, float, float]] = {
    "ex2.approx.f32": (np.exp2, np.linspace(-20, 20, 500), 2.0**-22, 0.0),
    "lg2.approx.f32": (np.log2, np.linspace(2.1, 1000, 500), 2.0**-22, 0.0),
    "sin.approx.f32": (np.sin, np.linspace(-math.pi, math.pi, 500), 0.0, 2.0**-20.5),
    "cos.approx.f32": (np.cos, np.linspace(-math.pi, math.pi, 500), 0.0, 2.0**-20.5),
    "tanh.approx.f32": (np.tanh, np.linspace(-5, 5, 500), 2.0**-11, 0.0),
    "rcp.approx.f32": (np.reciprocal, np.linspace(0.01, 900, 500), 2.0**-23, 0.0),
    "rsqrt.approx.f32": (lambda x: 1 / np.sqrt(x), np.linspace(0.01, 900, 500), 2.0**-22.4, 0.0),
    "sqrt.approx.f32": (np.sqrt, np.linspace(0.01, 900, 500), 2.0**-22, 0.0),
}


@pytest.mark.parametrize("name", APPROXIMATE)
def test_approximate_functions_stay_within_the_documented_error(name: str) -> None:
    function, points, relative, absolute = APPROXIMATE[name]
    a = points.astype(np.float32)
    expected = function(a.astype(np.float64))
    got = evaluate(f"{name} %o, %a;", "f32", a)
    assert (np.abs(got - expected) <= relative * np.abs(expected) + absolute).all()


def test_approximate_functions_at_the_edges() -> None:
    a = np.array([0.0, -0.0, np.inf, -np.inf, np.nan], np.float32)
    inf, nan = np.inf, np.nan
    table = {
        "ex2": [1, 1, inf, 0, nan], "lg2": [-inf, -inf, inf, nan, nan], "rcp": [inf, -inf, 0, -0.0, nan],
        "rsqrt": [inf, -inf, 0, nan, nan], "sqrt": [0, -0.0, inf, nan, nan], "sin": [0, -0.0, nan, nan, nan],
        "cos": [1, 1, nan, nan, nan], "tanh": [0, -0.0, 1, -1, nan],
    }  # fmt: skip
    for name, expected in table.items():
        got = evaluate(f"{name}.approx.f32 %o, %a;", "f32", a)
        assert same_floats(got, np.array(expected, np.float32)).all(), name


def test_fast_division() -> None:
    a, b = random_floats(300, np.float32, 10), random_floats(300, np.float32, 10)
    keep = b != 0
    a, b = a[keep], b[keep]
    exact = a.astype(np.float64) / b
    for name in ("div.full.f32", "div.approx.f32"):
        assert (np.abs(evaluate(f"{name} %o, %a, %b;", "f32", a, b) - exact) <= np.abs(exact) * 2.0**-22).all()
    huge = np.array([2.0**127], np.float32)
    assert evaluate("div.approx.f32 %o, %a, %b;", "f32", huge, huge)[0] == 0
    assert evaluate("div.full.f32 %o, %a, %b;", "f32", huge, huge)[0] == 1


def test_double_reciprocal_uses_the_upper_halves() -> None:
    a = np.array([3.0, 1.0, -0.1, 1e-310, 2.0**1000], np.float64)
    got = evaluate("rcp.approx.ftz.f64 %o, %a;", "f64", a)
    assert (got.view(np.uint64) & 0xFFFFFFFF == 0).all()
    assert got[3] == np.inf and abs(got[0] * 3 - 1) < 2.0**-20 and got[1] == 1.0
    got = evaluate("rsqrt.approx.f64 %o, %a;", "f64", np.abs(a[:3]))
    assert np.allclose(got, 1 / np.sqrt(np.abs(a[:3])), rtol=2.0**-50)


def test_mixed_precision() -> None:
    a, b = pairs(halves(6))
    c = np.linspace(-2, 2, len(a), dtype=np.float32)
    got = evaluate("fma.rn.f32.f16 %o, %a, %b, %c;", "f32", a, b, c)
    check(got, reference.fma, (a, b, c), "f32", "rn")
    got = evaluate("add.f32.f16 %o, %a, %b;", "f32", a, c)
    check(got, reference.add, (a, c), "f32", "rn")
