"""Correct rounding, against NumPy (to nearest) and exact fractions (every direction)."""

import operator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from opencicc.link.evaluate import ieee
from opencicc.link.evaluate.assembly import run_assembly
from opencicc.link.evaluate.ieee import F16, F32, F64, GiveUp
from opencicc.link.evaluate.operations import find_operation

MODES = ["rn", "rz", "rm", "rp"]
TYPES = {F32: (np.uint32, np.float32), F64: (np.uint64, np.float64)}
forms = st.sampled_from([F32, F64])
words = st.integers(0, 2**64 - 1)


def number(form, bits):
    word, kind = TYPES[form]
    return word(bits).view(kind)


def fraction(form, bits):
    sign, magnitude, exponent = ieee.unpack(form, bits)
    return (-1) ** sign * magnitude * Fraction(2) ** exponent


def is_finite(form, bits):
    return not ieee.is_nan(form, bits) and not ieee.is_infinite(form, bits)


def check_rounding(form, mode, exact, bits):
    """`bits` is the number of the format that `mode` picks for the fraction `exact`."""
    if ieee.is_infinite(form, bits):
        assert abs(exact) > fraction(form, form.largest)
        return
    got = fraction(form, bits)
    if mode in ("rz", "rm", "rp"):
        down = mode == "rm" or (mode == "rz" and exact >= 0)
        assert got <= exact if down else got >= exact
    beside = [bits + 1, bits - 1] if bits & (form.sign_bit - 1) else [bits + 1]
    for other in beside:
        if not is_finite(form, other):
            continue
        value = fraction(form, other)
        if mode == "rn":
            nearer, further = abs(got - exact), abs(value - exact)
            assert nearer < further or (nearer == further and bits % 2 == 0)
        else:
            between = min(got, exact) <= value <= max(got, exact)
            assert not between or value == got or got == exact


@given(forms, words, words)
@example(F32, 0x3F5E2B0D, 0xBFEFAE55)  # a tie that libNVVM 13.4 rounds away from even when it folds add.rn.ftz
def test_to_nearest_is_numpy_s(form, a, b):
    a, b = a % (1 << form.width), b % (1 << form.width)
    table = [(ieee.add, operator.add), (ieee.subtract, operator.sub), (ieee.multiply, operator.mul)]
    with np.errstate(all="ignore"):
        for ours, theirs in [*table, (ieee.divide, operator.truediv)]:
            expected = theirs(number(form, a), number(form, b))
            got = ours(form, "rn", a, b)
            assert got is None if np.isnan(expected) else got == int(expected.view(TYPES[form][0]))


@given(forms, st.sampled_from(MODES), words, words, words)
def test_fma_rounds_the_exact_value_once(form, mode, a, b, c):
    a, b, c = (x % (1 << form.width) for x in (a, b, c))
    if not all(is_finite(form, x) for x in (a, b, c)):
        return
    exact = fraction(form, a) * fraction(form, b) + fraction(form, c)
    if exact:
        check_rounding(form, mode, exact, ieee.fma(form, mode, a, b, c))


@given(forms, st.sampled_from(MODES), words, words)
def test_division_rounds_in_every_direction(form, mode, a, b):
    a, b = a % (1 << form.width), b % (1 << form.width)
    if not all(is_finite(form, x) and not ieee.is_zero(form, x) for x in (a, b)):
        return
    check_rounding(form, mode, fraction(form, a) / fraction(form, b), ieee.divide(form, mode, a, b))


@given(forms, words)
def test_square_roots_are_numpy_s(form, a):
    a %= 1 << form.width
    with np.errstate(all="ignore"):
        expected = np.sqrt(number(form, a))
    got = ieee.square_root(form, "rn", a)
    assert got is None if np.isnan(expected) else got == int(expected.view(TYPES[form][0]))


@given(st.sampled_from(MODES), words)
def test_narrowing_rounds_in_every_direction(mode, a):
    if is_finite(F64, a) and not ieee.is_zero(F64, a):
        check_rounding(F32, mode, fraction(F64, a), ieee.convert(F64, F32, mode, a))


@given(st.integers(0, 2**16 - 1))
def test_half_to_float_is_exact(a):
    expected = np.float32(np.uint16(a).view(np.float16))
    got = ieee.convert(F16, F32, "rn", a)
    assert got is None if np.isnan(expected) else got == int(expected.view(np.uint32))


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("rn", [2, -2, 2, -4]), ("rz", [2, -2, 1, -3]), ("rm", [2, -3, 1, -4]), ("rp", [3, -2, 2, -3])],
)
def test_integers_from_numbers(mode, expected):
    values = [0x40200000, 0xC0200000, 0x3FC00000, 0xC0600000]  # 2.5 -2.5 1.5 -3.5
    assert [ieee.to_integer(F32, mode, v, 32, True) for v in values] == [e % 2**32 for e in expected]


def test_integers_are_held_to_their_range():
    assert ieee.to_integer(F32, "rz", 0x7F800000, 32, True) == 2**31 - 1
    assert ieee.to_integer(F32, "rz", 0xFF800000, 32, True) == 2**31
    assert ieee.to_integer(F32, "rz", 0xBF800000, 32, False) == 0
    with pytest.raises(GiveUp):
        ieee.to_integer(F32, "rz", 0x7FC00000, 32, True)


def test_a_result_between_flushed_and_normal_is_not_guessed():
    with pytest.raises(GiveUp):
        ieee.multiply(F32, "rn", 0x3F7FFFFF, 0x00800000, ftz=True)
    assert ieee.multiply(F32, "rn", 0x3F000000, 0x00800000, ftz=True) == 0
    assert ieee.add(F32, "rn", 0x00000001, 0x80000001, ftz=True) == 0


def test_minimum_and_maximum_take_the_number_and_order_zeros():
    nan, one, zero, minus = 0x7FC00000, 0x3F800000, 0, 0x80000000
    assert ieee.minimum(F32, nan, one) == one == ieee.maximum(F32, one, None)
    assert (ieee.minimum(F32, zero, minus), ieee.maximum(F32, minus, zero)) == (minus, zero)


@given(words, words, words)
def test_carry_chains_are_wide_integer_arithmetic(a, b, c):
    low = 2**32 - 1
    template = "{ mad.lo.cc.u32 $0, $2, $3, $4; madc.hi.u32 $1, $2, $3, 0; }"
    x, y, z = a & low, b & low, c & low
    total = x * y + z
    assert run_assembly(template, "=r,=r,r,r,r", [x, y, z]) == (total & low, total >> 32)
    template = (
        "{ .reg .u32 r0, r1, a0, a1, b0, b1; mov.b64 {a0,a1}, $1; mov.b64 {b0,b1}, $2;"
        " sub.cc.u32 r0, a0, b0; subc.u32 r1, a1, b1; mov.b64 $0, {r0,r1}; }"
    )
    assert run_assembly(template, "=l,l,l", [a, b]) == ((a - b) % 2**64,)


@pytest.mark.parametrize("template", ["vote.sync.all.pred $0, $1;", "add.s32 $0, $1, %laneid;"])
def test_other_assembly_is_given_up(template):
    with pytest.raises(GiveUp):
        run_assembly(template, "=r,r", [1])


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("llvm.nvvm.prmt", (0x33221100, 0x77665544, 0x1357), 0x11335577),
        ("llvm.nvvm.prmt", (0x00000080, 0, 0x8888), 0xFFFFFFFF),
        ("llvm.nvvm.sad.ui", (1, 0xFFFFFFFF, 2), 0),
        ("llvm.nvvm.mulhi.i", (0xFFFFFFFF, 2), 0xFFFFFFFF),
        ("llvm.nvvm.lohi.i2d", (1, 2), 0x0000000200000001),
        ("llvm.nvvm.d2i.hi", (0x3FF0000000000000,), 0x3FF00000),
        ("llvm.nvvm.round.f", (0x40200000,), 0x40000000),
        ("llvm.nvvm.saturate.f", (0x7FC00000,), 0),
        ("llvm.nvvm.rcp.approx.ftz.f", (0x80000000,), 0xFF800000),
        ("llvm.bitreverse.i32", (1,), 0x80000000),
        ("llvm.cttz.i32", (0, 0), 32),
        ("llvm.copysign.f32", (0x3F800000, 0x80000000), 0xBF800000),
    ],
)
def test_intrinsics_by_name(name, arguments, expected):
    assert find_operation(name)(*arguments) == expected


@pytest.mark.parametrize(
    "name", ["llvm.nvvm.barrier0", "llvm.nvvm.shfl.sync.i32", "llvm.memcpy.p0.p0.i64", "llvm.sin.f32"]
)
def test_other_intrinsics_have_no_operation(name):
    assert find_operation(name) is None
