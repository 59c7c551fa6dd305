"""Calls of libdevice and of NVVM's own intrinsics, with arguments brought into the range where all is finite."""

from __future__ import annotations

from dataclasses import dataclass

from opencicc.check.generate.floats import SUFFIX
from opencicc.check.generate.values import Value, integer, real
from opencicc.check.generate.writer import Writer


@dataclass(frozen=True)
class MathCall:
    """`largest` is the exponent an argument may have, `bound` that of the result; `domain` says what signs it takes."""

    name: str
    largest: int
    bound: int
    domain: str = "any"
    arity: int = 1


# The names without the 'f' of single precision.
MATH = (
    MathCall("sin", 10, 0),
    MathCall("cos", 10, 0),
    MathCall("tanh", 10, 0),
    MathCall("atan", 10, 1),
    MathCall("erf", 10, 0),
    MathCall("exp", 4, 24),
    MathCall("exp2", 5, 32),
    MathCall("expm1", 4, 24),
    MathCall("log", 40, 6, "positive"),
    MathCall("log2", 40, 6, "positive"),
    MathCall("log1p", 40, 6, "positive"),
    MathCall("sqrt", 40, 40, "positive"),
    MathCall("rsqrt", 40, 1, "positive"),
    MathCall("cbrt", 40, 40),
    MathCall("hypot", 20, 22, arity=2),
    MathCall("floor", 40, 41),
    MathCall("round", 40, 41),
    MathCall("fdim", 20, 21, arity=2),
    MathCall("pow", 3, 32, "positive", arity=2),
)
NVVM_FLOAT = ("llvm.nvvm.sqrt.rn.f", "llvm.nvvm.rcp.rn.f", "llvm.nvvm.ex2.approx.f", "llvm.nvvm.lg2.approx.f")
LIBDEVICE_INTEGER = (
    ("__nv_popc", ("i32",), 32),
    ("__nv_clz", ("i32",), 32),
    ("__nv_ffs", ("i32",), 32),
    ("__nv_brev", ("i32",), None),
    ("__nv_mulhi", ("i32", "i32"), None),
    ("__nv_umulhi", ("i32", "i32"), None),
    ("__nv_byte_perm", ("i32", "i32", "i32"), None),
    ("__nv_sad", ("i32", "i32", "i32"), None),
    ("__nv_min", ("i32", "i32"), None),
    ("__nv_umax", ("i32", "i32"), None),
)
# Square roots and roots of sums keep relative errors small; the others belong to modules compared bit by bit.
SMOOTH_NAMES = ("sqrt", "hypot", "log1p", "cbrt")


def statement(w: Writer) -> None:
    if w.module.is_smooth:
        library_float(w, [each for each in MATH if each.name in SMOOTH_NAMES])
    else:
        w.rng.choices((lambda: library_float(w, MATH), lambda: library_integer(w), lambda: nvvm(w)), (6, 2, 2))[0]()


def library_float(w: Writer, calls: list[MathCall] | tuple[MathCall, ...]) -> Value:
    """A libdevice function; its arguments come from memory, so that no pipeline can fold the call."""
    chosen = w.rng.choice(calls)
    type_ = w.rng.choice(("float", "float", "double"))
    name = f"__nv_{chosen.name}" + ("f" if type_ == "float" else "")
    args = [in_domain(w, w.pick(type_, constants=False), chosen) for _ in range(chosen.arity)]
    return w.call(type_, name, args, chosen.bound)


def in_domain(w: Writer, value: Value, call: MathCall) -> Value:
    from opencicc.check.generate.floats import scaled

    value = scaled(w, value, call.largest, call.largest)
    if call.domain == "any" or w.module.is_smooth:
        return value
    positive = w.call(value.type, f"llvm.fabs.{SUFFIX[value.type]}", [value], value.bound)
    # At least a half: keeps logarithms and reciprocals within their bounds.
    return w.define(value.type, f"fadd {positive}, {real(value.type, 0.5).text}", value.bound + 1)


def library_integer(w: Writer) -> Value:
    name, types, bound = w.rng.choice(LIBDEVICE_INTEGER)
    return w.call("i32", name, [w.pick(type_, constants=False) for type_ in types], bound)


def nvvm(w: Writer) -> Value:
    name = w.rng.choice(NVVM_FLOAT)
    if w.chance(0.3):
        left, right = w.pick("i32", constants=False), w.pick("i32")
        return w.call("i32", w.rng.choice(("llvm.nvvm.mulhi.i", "llvm.nvvm.mulhi.ui")), [left, right])
    if w.chance(0.2):
        selector = w.define("i32", f"and {w.pick('i32')}, {integer('i32', 0x7777).text}", 0x7777)
        return w.call("i32", "llvm.nvvm.prmt", [w.pick("i32"), w.pick("i32"), selector])
    domain = MathCall(name, 4, 32, "positive")
    return w.call("float", name, [in_domain(w, w.pick("float", constants=False), domain)], 32)
