"""Integer and bit instructions against Python integers, on edge values and random ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.emulate.ptx_harness import Array, evaluate, pairs, triples
from tests.emulate.ptx_reference import signed

RNG = np.random.default_rng(3)


def edge_values(bits: int) -> Array:
    top = 1 << bits
    edges = [0, 1, 2, 3, 7, 31, 32, 33, top - 1, top - 2, top // 2, top // 2 - 1, top // 2 + 1, top // 3, 0x55 % top]
    dtype = np.dtype(f"u{bits // 8}")
    return np.concatenate([np.array(edges, dtype), RNG.integers(0, top, 5, dtype)])


def reference(function: Callable[..., int], type: str, columns: tuple[Array, ...], bits: int) -> Array:
    """Apply a function of Python ints, signed where the type is, and wrap the result."""
    width = int(type[1:])
    rows = zip(*(column.tolist() for column in columns), strict=True)
    values = [[signed(v, width) for v in row] if type[0] == "s" else list(row) for row in rows]
    return np.array([function(*row) % (1 << bits) for row in values], f"u{bits // 8}")


def truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


BINARY: dict[str, tuple[Callable[[int, int, int], int], str]] = {
    "add": (lambda a, b, n: a + b, "all"),
    "sub": (lambda a, b, n: a - b, "all"),
    "mul.lo": (lambda a, b, n: a * b, "all"),
    "mul.hi": (lambda a, b, n: a * b >> n, "all"),
    "min": (lambda a, b, n: min(a, b), "all"),
    "max": (lambda a, b, n: max(a, b), "all"),
    "div": (lambda a, b, n: truncated(a, b) if b else -1, "all"),
    "rem": (lambda a, b, n: a - b * truncated(a, b) if b else a, "all"),
}
TYPES = ("u16", "s16", "u32", "s32", "u64", "s64")


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("name", BINARY)
def test_binary_arithmetic(name: str, type: str) -> None:
    bits = int(type[1:])
    a, b = pairs(edge_values(bits))
    got = evaluate(f"{name}.{type} %o, %a, %b;", f"u{bits}", a, b)
    function = BINARY[name][0]
    assert (got == reference(lambda x, y: function(x, y, bits), type, (a, b), bits)).all()


@pytest.mark.parametrize("type", ["u16", "s16", "u32", "s32"])
def test_wide_products(type: str) -> None:
    bits = int(type[1:])
    a, b = pairs(edge_values(bits))
    got = evaluate(f"mul.wide.{type} %o, %a, %b;", f"u{2 * bits}", a, b)
    assert (got == reference(lambda x, y: x * y, type, (a, b), 2 * bits)).all()


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("half", ["lo", "hi"])
def test_multiply_add(half: str, type: str) -> None:
    bits = int(type[1:])
    a, b, c = triples(edge_values(bits)[::2])
    got = evaluate(f"mad.{half}.{type} %o, %a, %b, %c;", f"u{bits}", a, b, c)
    shift = bits if half == "hi" else 0
    assert (got == reference(lambda x, y, z: (x * y >> shift) + z, type, (a, b, c), bits)).all()


@pytest.mark.parametrize("type", ["u32", "s32"])
def test_wide_multiply_add(type: str) -> None:
    a, b = pairs(edge_values(32))
    c = RNG.integers(0, 2**64, len(a), np.uint64)
    got = evaluate(f"mad.wide.{type} %o, %a, %b, %c;", "u64", a, b, c)
    products = reference(lambda x, y: x * y, type, (a, b), 64)
    assert (got == products + c).all()


@pytest.mark.parametrize("type", ["u32", "s32"])
@pytest.mark.parametrize("half", ["lo", "hi"])
def test_24_bit_products(half: str, type: str) -> None:
    a, b = pairs(edge_values(32))
    shift = 16 if half == "hi" else 0

    def cut(v: int) -> int:
        return signed(v, 24) if type == "s32" else v % (1 << 24)

    got = evaluate(f"mul24.{half}.{type} %o, %a, %b;", "u32", a, b)
    assert (got == reference(lambda x, y: cut(x) * cut(y) >> shift, type, (a, b), 32)).all()


def test_saturating_add_and_sub() -> None:
    a, b = pairs(edge_values(32))
    for name, sign in (("add", 1), ("sub", -1)):
        got = evaluate(f"{name}.sat.s32 %o, %a, %b;", "u32", a, b)
        clamp = reference(lambda x, y, s=sign: max(-(2**31), min(2**31 - 1, x + s * y)), "s32", (a, b), 32)
        assert (got == clamp).all()


@pytest.mark.parametrize("type", ["s16", "s32", "s64"])
def test_abs_and_neg(type: str) -> None:
    bits = int(type[1:])
    a = edge_values(bits)
    assert (evaluate(f"abs.{type} %o, %a;", f"u{bits}", a) == reference(abs, type, (a,), bits)).all()
    assert (evaluate(f"neg.{type} %o, %a;", f"u{bits}", a) == reference(lambda x: -x, type, (a,), bits)).all()


@pytest.mark.parametrize("type", TYPES)
def test_sum_of_absolute_differences(type: str) -> None:
    bits = int(type[1:])
    a, b, c = triples(edge_values(bits)[::2])
    got = evaluate(f"sad.{type} %o, %a, %b, %c;", f"u{bits}", a, b, c)
    assert (got == reference(lambda x, y, z: z + abs(x - y), type, (a, b, c), bits)).all()


def parts(value: int, size: int, is_signed: bool) -> list[int]:
    cut = [value >> shift & ((1 << size) - 1) for shift in range(0, 32, size)]
    return [signed(v, size) for v in cut] if is_signed else cut


@pytest.mark.parametrize("types", ["u32.u32", "s32.s32", "u32.s32", "s32.u32"])
def test_dot_products(types: str) -> None:
    a, b, c = (RNG.integers(0, 2**32, 400, np.uint32) for _ in range(3))
    a_signed, b_signed = (part == "s32" for part in types.split("."))
    got = evaluate(f"dp4a.{types} %o, %a, %b, %c;", "u32", a, b, c)
    dots = [sum(x * y for x, y in zip(parts(p, 8, a_signed), parts(q, 8, b_signed), strict=True)) + r
            for p, q, r in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)]  # fmt: skip
    assert got.tolist() == [value % 2**32 for value in dots]
    for half, start in (("lo", 0), ("hi", 2)):
        got = evaluate(f"dp2a.{half}.{types} %o, %a, %b, %c;", "u32", a, b, c)
        dots = [sum(x * y for x, y in zip(parts(p, 16, a_signed), parts(q, 8, b_signed)[start : start + 2], strict=True)) + r
                for p, q, r in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)]  # fmt: skip
        assert got.tolist() == [value % 2**32 for value in dots]


@pytest.mark.parametrize("bits", [32, 64])
def test_carry_chains(bits: int) -> None:
    values = edge_values(bits)
    a, b, c = triples(values[::2])
    code = f"add.cc.u{bits} %o, %a, %b; addc.u{bits} %o, %c, %c;"
    wide = reference(lambda x, y, z: z + z + (x + y >> bits), f"u{bits}", (a, b, c), bits)
    assert (evaluate(code, f"u{bits}", a, b, c) == wide).all()
    code = f"sub.cc.u{bits} %o, %a, %b; subc.u{bits} %o, %c, %a;"
    wide = reference(lambda x, y, z: z - x - (x < y), f"u{bits}", (a, b, c), bits)
    assert (evaluate(code, f"u{bits}", a, b, c) == wide).all()
    code = f"mad.lo.cc.u{bits} %o, %a, %b, %c; madc.hi.u{bits} %o, %a, %b, 0;"
    wide = reference(lambda x, y, z: x * y + z >> bits, f"u{bits}", (a, b, c), bits)
    assert (evaluate(code, f"u{bits}", a, b, c) == wide).all()


def test_carry_goes_through_addc_with_cc() -> None:
    a, b = pairs(edge_values(32))
    code = "add.cc.u32 %o, %a, %b; addc.cc.u32 %o, %a, %b; addc.u32 %o, 0, 0;"
    expected = reference(lambda x, y: x + y + (x + y >> 32) >> 32, "u32", (a, b), 32)
    assert (evaluate(code, "u32", a, b) == expected).all()


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_logic(bits: int) -> None:
    a, b = pairs(edge_values(bits))
    for name, function in (("and", np.bitwise_and), ("or", np.bitwise_or), ("xor", np.bitwise_xor)):
        assert (evaluate(f"{name}.b{bits} %o, %a, %b;", f"u{bits}", a, b) == function(a, b)).all()
    assert (evaluate(f"not.b{bits} %o, %a;", f"u{bits}", a) == ~a).all()
    assert (evaluate(f"cnot.b{bits} %o, %a;", f"u{bits}", a) == (a == 0)).all()


@pytest.mark.parametrize("table", [0x00, 0xFF, 0xE8, 0x96, 0xCA, 0x01, 0x80, 0x3C])
def test_three_input_logic(table: int) -> None:
    a, b, c = triples(edge_values(32)[::2])
    got = evaluate(f"lop3.b32 %o, %a, %b, %c, {table};", "u32", a, b, c)

    def logic(x: int, y: int, z: int) -> int:
        return sum((table >> ((x >> n & 1) << 2 | (y >> n & 1) << 1 | z >> n & 1) & 1) << n for n in range(32))

    assert (got == reference(logic, "u32", (a, b, c), 32)).all()


AMOUNTS = np.array([0, 1, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 2**31, 2**32 - 1], np.uint32)


@pytest.mark.parametrize("type", TYPES)
def test_shifts_clamp_their_amount(type: str) -> None:
    bits = int(type[1:])
    values = edge_values(bits)
    a, n = np.repeat(values, len(AMOUNTS)), np.tile(AMOUNTS, len(values))
    left = reference(lambda x: x, "u" + type[1:], (a,), bits)
    expected = [int(v) << min(int(k), bits) for v, k in zip(left, n, strict=True)]
    assert evaluate(f"shl.b{bits} %o, %a, %b;", f"u{bits}", a, n).tolist() == [v % (1 << bits) for v in expected]
    right = [
        (signed(v, bits) if type[0] == "s" else v) >> min(k, bits) for v, k in zip(a.tolist(), n.tolist(), strict=True)
    ]
    assert evaluate(f"shr.{type} %o, %a, %b;", f"u{bits}", a, n).tolist() == [v % (1 << bits) for v in right]


@pytest.mark.parametrize("amount", [0, 1, 7, 31, 32, 40])
def test_shifts_by_constants(amount: int) -> None:
    a = edge_values(32)
    right = reference(lambda x: x >> min(amount, 32), "s32", (a,), 32)
    assert (evaluate(f"shr.s32 %o, %a, {amount};", "u32", a) == right).all()
    left = reference(lambda x: x << min(amount, 32), "u32", (a,), 32)
    assert (evaluate(f"shl.b32 %o, %a, {amount};", "u32", a) == left).all()


@pytest.mark.parametrize("mode", ["wrap", "clamp"])
@pytest.mark.parametrize("side", ["l", "r"])
def test_funnel_shifts(side: str, mode: str) -> None:
    low, high = pairs(edge_values(32))
    for amount in (0, 1, 16, 31, 32, 33, 64, 2**32 - 1):
        n = amount % 32 if mode == "wrap" else min(amount, 32)
        got = evaluate(f"shf.{side}.{mode}.b32 %o, %a, %b, {amount};", "u32", low, high)
        shift = (lambda x, y, k=n: (y << 32 | x) << k >> 32) if side == "l" else (lambda x, y, k=n: (y << 32 | x) >> k)
        assert (got == reference(shift, "u32", (low, high), 32)).all()


@pytest.mark.parametrize("type", ["u32", "s32", "u64", "s64"])
def test_extract_bit_field(type: str) -> None:
    bits = int(type[1:])
    values = edge_values(bits)
    places = np.array([0, 1, 5, 16, 31, 32, 40, 63, 64, 255], np.uint32)
    position, length = pairs(places)
    a = np.repeat(values, len(position))
    position, length = np.tile(position, len(values)), np.tile(length, len(values))

    def field(value: int, pos: int, size: int) -> int:
        sign = 0
        if type[0] == "s" and size:
            sign = value >> min(pos + size - 1, bits - 1) & 1
        found = 0
        for n in range(bits):
            found |= (value >> (pos + n) & 1 if n < size and pos + n < bits else sign) << n
        return found

    expected = [field(*row) for row in zip(a.tolist(), position.tolist(), length.tolist(), strict=True)]
    assert evaluate(f"bfe.{type} %o, %a, %b, %c;", f"u{bits}", a, position, length).tolist() == expected


@pytest.mark.parametrize("bits", [32, 64])
def test_insert_bit_field(bits: int) -> None:
    a, b = pairs(edge_values(bits)[::2])
    for pos in (0, 1, 16, 31, 32, 63, 64, 255):
        for size in (0, 1, 8, 31, 32, 64, 255):

            def insert(x: int, y: int, pos: int = pos, size: int = size) -> int:
                for n in range(size):
                    if pos + n < bits:
                        y = y & ~(1 << pos + n) | (x >> n & 1) << pos + n
                return y

            got = evaluate(f"bfi.b{bits} %o, %a, %b, {pos}, {size};", f"u{bits}", a, b)
            assert (got == reference(insert, f"u{bits}", (a, b), bits)).all(), (pos, size)


@pytest.mark.parametrize("bits", [32, 64])
def test_counting_bits(bits: int) -> None:
    a = edge_values(bits)
    values = a.tolist()
    assert evaluate(f"popc.b{bits} %o, %a;", "u32", a).tolist() == [v.bit_count() for v in values]
    assert evaluate(f"clz.b{bits} %o, %a;", "u32", a).tolist() == [bits - v.bit_length() for v in values]
    assert evaluate(f"brev.b{bits} %o, %a;", f"u{bits}", a).tolist() == [int(f"{v:0{bits}b}"[::-1], 2) for v in values]
    expected = [(v.bit_length() - 1) % 2**32 for v in values]
    assert evaluate(f"bfind.u{bits} %o, %a;", "u32", a).tolist() == expected
    flipped = [v if v >> (bits - 1) == 0 else v ^ ((1 << bits) - 1) for v in values]
    expected = [(v.bit_length() - 1) % 2**32 for v in flipped]
    assert evaluate(f"bfind.s{bits} %o, %a;", "u32", a).tolist() == expected
    expected = [bits - v.bit_length() if v else 2**32 - 1 for v in values]
    assert evaluate(f"bfind.shiftamt.u{bits} %o, %a;", "u32", a).tolist() == expected


def test_find_nth_set_bit() -> None:
    mask = np.array([0b10110, 0b10110, 0b10110, 0b10110, 0b10110, 0, 0xFFFFFFFF], np.uint32)
    base = np.array([0, 2, 4, 3, 1, 5, 31], np.uint32)
    offset = np.array([2, 2, -2, 0, 0, 1, -32], np.int32)
    expected = [2, 4, 2, 2**32 - 1, 1, 2**32 - 1, 0]
    assert evaluate("fns.b32 %o, %a, %b, %c;", "u32", mask, base, offset).tolist() == expected


def test_byte_permute() -> None:
    a, b = (RNG.integers(0, 2**32, 300, np.uint32) for _ in range(2))
    selector = RNG.integers(0, 2**16, 300, np.uint32)

    def permute(x: int, y: int, s: int) -> int:
        both = (y << 32 | x).to_bytes(8, "little")
        out = []
        for nibble in (s >> shift & 15 for shift in (0, 4, 8, 12)):
            byte = both[nibble & 7]
            out.append((0xFF if byte & 0x80 else 0) if nibble & 8 else byte)
        return int.from_bytes(bytes(out), "little")

    assert (
        evaluate("prmt.b32 %o, %a, %b, %c;", "u32", a, b, selector) == reference(permute, "u32", (a, b, selector), 32)
    ).all()


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("f4e", 0x55443322),
        ("b4e", 0x77881122),
        ("rc8", 0x22222222),
        ("ecl", 0x44332222),
        ("ecr", 0x22222211),
        ("rc16", 0x44334433),
    ],
)
def test_byte_permute_modes(mode: str, expected: int) -> None:
    a, b, c = np.array([0x44332211], np.uint32), np.array([0x88776655], np.uint32), np.array([1], np.uint32)
    assert evaluate(f"prmt.b32.{mode} %o, %a, %b, %c;", "u32", a, b, c)[0] == expected


def test_masks_and_extension() -> None:
    a, n = pairs(np.array([0, 1, 5, 31, 32, 33], np.uint32))
    clamp = reference(lambda p, s: ((1 << min(s, 32)) - 1) << min(p, 32), "u32", (a, n), 32)
    assert (evaluate("bmsk.clamp.b32 %o, %a, %b;", "u32", a, n) == clamp).all()
    values = edge_values(32)
    got = evaluate("szext.clamp.s32 %o, %a, 5;", "u32", values)
    assert (got == reference(lambda x: signed(x, 5), "u32", (values,), 32)).all()


INTEGER_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("name", INTEGER_COMPARISONS)
def test_integer_comparison(name: str, type: str) -> None:
    bits = int(type[1:])
    a, b = pairs(edge_values(bits))
    x, y = (a.view(f"i{bits // 8}"), b.view(f"i{bits // 8}")) if type[0] == "s" else (a, b)  # noqa: RUF059 (read by eval)
    expected = eval(f"x {INTEGER_COMPARISONS[name]} y")
    assert (evaluate(f"setp.{name}.{type} %o, %a, %b;", "pred", a, b) == expected).all()


def test_unsigned_comparison_names() -> None:
    a, b = pairs(edge_values(32))
    for name, expected in (("lo", a < b), ("ls", a <= b), ("hi", a > b), ("hs", a >= b)):
        assert (evaluate(f"setp.{name}.u32 %o, %a, %b;", "pred", a, b) == expected).all()


def test_setp_joins_a_predicate_and_gives_the_opposite() -> None:
    a, b = pairs(edge_values(32))
    extra = ".reg .pred %q<4>;"
    code = "setp.gt.u32 %q1, %a, 5; setp.lt.and.s32 %q2|%o, %a, %b, !%q1;"
    expected = ~(a.view(np.int32) < b.view(np.int32)) & ~(a > 5)
    assert (evaluate(code, "pred", a, b, extra=extra) == expected).all()


def test_selection() -> None:
    a, b = pairs(edge_values(32))
    extra = ".reg .pred %q;"
    got = evaluate("setp.lt.u32 %q, %a, %b; selp.b32 %o, %a, %b, %q;", "u32", a, b, extra=extra)
    assert (got == np.minimum(a, b)).all()
    assert (evaluate("slct.u32.s32 %o, %a, 7, %b;", "u32", a, b) == np.where(b.view(np.int32) >= 0, a, 7)).all()
    got = evaluate("set.lt.u32.u32 %o, %a, %b;", "u32", a, b)
    assert (got == np.where(a < b, 0xFFFFFFFF, 0)).all()


def test_packed_integers() -> None:
    a, b = pairs(edge_values(32))
    expected = (a + b & 0xFFFF) | ((a >> 16) + (b >> 16) << 16)
    assert (evaluate("add.u16x2 %o, %a, %b;", "u32", a, b) == expected).all()
    halves = [np.minimum(x.astype(np.uint16).view(np.int16), y.astype(np.uint16).view(np.int16)).view(np.uint16).astype(np.uint32)
              for x, y in ((a, b), (a >> 16, b >> 16))]  # fmt: skip
    assert (evaluate("min.s16x2 %o, %a, %b;", "u32", a, b) == halves[0] | halves[1] << 16).all()


def test_guarded_instruction_keeps_the_old_value() -> None:
    a, b = pairs(edge_values(32))
    code = "setp.lt.u32 %q, %a, %b; mov.b32 %o, %b; @%q add.u32 %o, %a, 1; @!%q xor.b32 %o, %o, %a;"
    expected = np.where(a < b, a + np.uint32(1), a ^ b)
    assert (evaluate(code, "u32", a, b, extra=".reg .pred %q;") == expected).all()


def test_packing_and_unpacking_moves() -> None:
    a = RNG.integers(0, 2**64, 50, np.uint64)
    extra = ".reg .b32 %x<3>; .reg .b16 %h<5>;"
    code = "mov.b64 {%x1, %x2}, %a; mov.b32 {%h1, %h2}, %x2; mov.b64 %o, {%h2, %h1, %h1, %h2};"
    high = [int(v) >> 32 for v in a]
    expected = [(h >> 16) | (h & 0xFFFF) << 16 | (h & 0xFFFF) << 32 | (h >> 16) << 48 for h in high]
    assert evaluate(code, "u64", a, extra=extra).tolist() == expected


def test_differences_of_bytes() -> None:
    a, b, c = (RNG.integers(0, 2**32, 300, np.uint32) for _ in range(3))

    def far(x: int, y: int) -> list[int]:
        return [abs(p - q) for p, q in zip(x.to_bytes(4, "little"), y.to_bytes(4, "little"), strict=True)]

    packed = reference(lambda x, y: int.from_bytes(bytes(far(x, y)), "little"), "u32", (a, b), 32)
    assert (evaluate("vabsdiff4.u32.u32.u32 %o, %a, %b, 0;", "u32", a, b) == packed).all()
    total = reference(lambda x, y, z: sum(far(x, y)) + z, "u32", (a, b, c), 32)
    assert (evaluate("vabsdiff4.u32.u32.u32.add %o, %a, %b, %c;", "u32", a, b, c) == total).all()
