"""LLVM's and NVVM's intrinsics as functions on bit patterns, found by name.

Only what is exactly defined has a value. The approximate hardware functions (ex2.approx,
rsqrt.approx, ...) are known for the special arguments whose results the PTX manual lists, and make
the evaluation give up for all others.
"""

from __future__ import annotations

from opencicc.link.evaluate import ieee
from opencicc.link.evaluate.ieee import F16, F32, F64, Bits, Format, GiveUp
from opencicc.llvm.integers import signed as as_signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Operation = Callable[..., Any]

_MODES = ("rn", "rz", "rm", "rp")
_FORMATS = {"f": F32, "d": F64, "f32": F32, "f64": F64}
_INTEGERS = {"i": (32, True), "ui": (32, False), "ll": (64, True), "ull": (64, False)}
_INTEGRAL = {"floor": "rm", "ceil": "rp", "trunc": "rz", "round": "rn"}  # nvvm.round is PTX's rni: ties to even
_LLVM_INTEGRAL = {"floor": "rm", "ceil": "rp", "trunc": "rz", "rint": "rn", "nearbyint": "rn", "roundeven": "rn"}
APPROXIMATE = ("ex2", "lg2", "rcp", "rsqrt", "sqrt", "sin", "cos", "div", "tanh")

_found: dict[str, Operation | None] = {}


def find_operation(name: str) -> Operation | None:
    """The function an intrinsic computes, or None for one that is not ours to evaluate."""
    if name not in _found:
        parts = name.split(".")
        _found[name] = _find_nvvm(parts[2:]) if name.startswith("llvm.nvvm.") else _find_llvm(parts[1:])
    return _found[name]


# --- llvm.nvvm.* ---


def _find_nvvm(parts: list[str]) -> Operation | None:
    ftz = "ftz" in parts
    head, *rest = (part for part in parts if part != "ftz")
    if "approx" in rest or "full" in rest:
        return _approximate(head, _FORMATS.get(rest[-1], F32), ftz) if head in APPROXIMATE else None
    return (
        _rounded_arithmetic(head, rest, ftz)
        or _conversion(head, rest, ftz)
        or _one_number(head, rest, ftz)
        or _integer_operation(head, rest)
    )


def _rounded_arithmetic(head: str, rest: list[str], ftz: bool) -> Operation | None:
    if len(rest) != 2 or rest[0] not in _MODES or rest[1] not in _FORMATS:
        return None
    mode, form = rest[0], _FORMATS[rest[1]]
    table: dict[str, Operation] = {
        "add": lambda a, b: ieee.add(form, mode, a, b, ftz),
        "mul": lambda a, b: ieee.multiply(form, mode, a, b, ftz),
        "fma": lambda a, b, c: ieee.fma(form, mode, a, b, c, ftz),
        "div": lambda a, b: ieee.divide(form, mode, a, b, ftz),
        "rcp": lambda a: ieee.divide(form, mode, form.one, a, ftz),
        "sqrt": lambda a: ieee.square_root(form, mode, a, ftz),
    }
    return table.get(head)


def _conversion(head: str, rest: list[str], ftz: bool) -> Operation | None:
    if head == "d2i" and rest in (["hi"], ["lo"]):
        return lambda a: _known(a) >> 32 if rest == ["hi"] else _known(a) & 0xFFFFFFFF
    if head == "lohi":
        return lambda low, high: low | high << 32
    source, two, to = head.partition("2")
    if not two or len(rest) != 1 or rest[0] not in _MODES:
        return None
    mode = rest[0]
    if source in ("f", "d") and to in _INTEGERS:
        form, (width, signed) = _FORMATS[source], _INTEGERS[to]
        return lambda a: ieee.to_integer(form, mode, a, width, signed, ftz)
    if source in _INTEGERS and to in ("f", "d"):
        form, (width, signed) = _FORMATS[to], _INTEGERS[source]
        return lambda a: ieee.from_integer(form, mode, as_signed(a, width) if signed else a)
    formats = {"d2f": (F64, F32), "f2h": (F32, F16)}
    if head in formats:
        before, after = formats[head]
        return lambda a: _no_subnormal_half(after, ieee.convert(before, after, mode, a, ftz), ftz)
    return None


def _one_number(head: str, rest: list[str], ftz: bool) -> Operation | None:
    form = _FORMATS.get(rest[-1]) if rest else None
    if form is None or len(rest) != 1:
        return None
    if head in _INTEGRAL:
        return lambda a: ieee.round_to_integral(form, _INTEGRAL[head], a, ftz)
    if head == "fabs":
        return lambda a: _absolute(form, a, ftz)
    if head == "fmin":
        return lambda a, b: ieee.minimum(form, a, b, ftz)
    if head == "fmax":
        return lambda a, b: ieee.maximum(form, a, b, ftz)
    return (lambda a: _saturate(form, a, ftz)) if head == "saturate" else None


def _integer_operation(head: str, rest: list[str]) -> Operation | None:
    if head == "prmt" and not rest:
        return _permute_bytes
    if len(rest) != 1 or rest[0] not in _INTEGERS:
        return None
    width, signed = _INTEGERS[rest[0]]

    def read(a: int) -> int:
        return as_signed(a, width) if signed else a

    mask = (1 << width) - 1
    table: dict[str, Operation] = {
        "mulhi": lambda a, b: (read(a) * read(b) >> width) & mask,
        "sad": lambda a, b, c: (abs(read(a) - read(b)) + c) & mask,
        "min": lambda a, b: min(a, b, key=read),
        "max": lambda a, b: max(a, b, key=read),
    }
    return table.get(head)


# --- what the manual says of the approximate functions ---


def _approximate(head: str, form: Format, ftz: bool) -> Operation:
    """Special arguments of `head`.approx: zeros, infinities; everything else is the hardware's secret."""

    def evaluate(a: Bits, *more: Bits) -> Bits:
        if more or a is None or ieee.is_nan(form, a):
            raise GiveUp(f"{head}.approx")
        # Without .ftz subnormals are scaled by the hardware; only .ftz makes them zeros.
        a = (ieee.flush(form, a) or 0) if ftz else a
        sign, infinity = a & form.sign_bit, form.infinity
        special: dict[str, tuple[Bits, Bits, Bits]] = {
            # at zero, at +infinity, at -infinity; None where the result is a NaN
            "ex2": (form.one, infinity, 0),
            "lg2": (form.sign_bit | infinity, infinity, None),
            "rcp": (sign | infinity, 0, form.sign_bit),
            "rsqrt": (sign | infinity, 0, None),
            "sqrt": (sign, infinity, None),
            "sin": (sign, None, None),
            "cos": (form.one, None, None),
        }
        if head in special and ieee.is_zero(form, a):
            return special[head][0]
        if head in special and ieee.is_infinite(form, a):
            return special[head][2 if sign else 1]
        raise GiveUp(f"{head}.approx")

    return evaluate


# --- llvm.* ---


def _find_llvm(parts: list[str]) -> Operation | None:
    name, *rest = parts
    kind = rest[-1] if rest else ""
    if name == "convert" and rest == ["from", "fp16", "f32"]:
        return lambda a: ieee.convert(F16, F32, "rn", _no_subnormal_half(F16, a, True))
    if len(rest) == 1 and kind in ("f32", "f64"):
        return _find_llvm_float(name, _FORMATS[kind])
    if len(rest) == 1 and kind[:1] == "i" and kind[1:].isdigit():
        return _find_llvm_integer(name, int(kind[1:]))
    return None


def _find_llvm_float(name: str, form: Format) -> Operation | None:
    if name in _LLVM_INTEGRAL:
        return lambda a: ieee.round_to_integral(form, _LLVM_INTEGRAL[name], a)
    table: dict[str, Operation] = {
        "fabs": lambda a: _absolute(form, a, False),
        "copysign": lambda a, b: _absolute(form, a, False) | (_known(b) & form.sign_bit),
        "fma": lambda a, b, c: ieee.fma(form, "rn", a, b, c),
        "sqrt": lambda a: ieee.square_root(form, "rn", a),
        "minnum": lambda a, b: ieee.minimum(form, a, b),
        "maxnum": lambda a, b: ieee.maximum(form, a, b),
    }
    return table.get(name)


def _find_llvm_integer(name: str, width: int) -> Operation | None:
    mask = (1 << width) - 1

    def read(a: int) -> int:
        return as_signed(a, width)

    table: dict[str, Operation] = {
        "ctpop": lambda a: a.bit_count(),
        "ctlz": lambda a, *_: width - a.bit_length(),
        "cttz": lambda a, *_: (a & -a).bit_length() - 1 if a else width,
        "bitreverse": lambda a: int(f"{a:0{width}b}"[::-1], 2),
        "bswap": lambda a: int.from_bytes(a.to_bytes(width // 8, "little"), "big"),
        "abs": lambda a, *_: abs(read(a)) & mask,
        "smin": lambda a, b: min(a, b, key=read),
        "smax": lambda a, b: max(a, b, key=read),
        "umin": min,
        "umax": max,
    }
    return table.get(name)


# --- parts ---


def _known(bits: Bits) -> int:
    if bits is None:
        raise GiveUp("the bits of a computed NaN")
    return bits


def _no_subnormal_half(form: Format, a: Bits, ftz: bool) -> Bits:
    """PTX flushes only single-precision subnormals, but not every implementation of cvt.ftz agrees."""
    if ftz and form is F16 and ieee.is_subnormal(F16, a):
        raise GiveUp("a subnormal half, whose flushing is not certain")
    return a


def _absolute(form: Format, a: Bits, ftz: bool) -> int:
    a = ieee.flush(form, a) if ftz else a
    return _known(a) & (form.sign_bit - 1)


def _saturate(form: Format, a: Bits, ftz: bool) -> Bits:
    """Held between 0 and 1; a NaN becomes +0."""
    if a is None or ieee.is_nan(form, a):
        return 0
    a = (ieee.flush(form, a) or 0) if ftz else a
    if a & form.sign_bit or ieee.is_zero(form, a):
        return 0
    return min(a, form.one)


def _permute_bytes(a: int, b: int, selector: int) -> int:
    source = a | b << 32
    result = 0
    for place in range(4):
        choice = selector >> (4 * place) & 0xF
        byte = source >> (8 * (choice & 7)) & 0xFF
        if choice & 8:
            byte = 0xFF if byte & 0x80 else 0
        result |= byte << (8 * place)
    return result
