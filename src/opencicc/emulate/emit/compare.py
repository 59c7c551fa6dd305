"""Comparison and selection: setp, set, selp, slct."""

from __future__ import annotations

from opencicc.emulate.emit import floats, packed
from opencicc.emulate.emit.constants import kind_of
from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Instr, Operand, Pair
from opencicc.machine.types import is_float

INTEGER = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
           "lo": "<", "ls": "<=", "hi": ">", "hs": ">="}  # fmt: skip
FLOAT = {"eq": "==", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
# The unordered comparisons are the opposite of an ordered one.
UNORDERED = {"neu": "==", "geu": "<", "gtu": "<=", "leu": ">", "ltu": ">="}


def float_comparison(name: str, a: str, b: str) -> str:
    if name in FLOAT:
        return f"({a} {FLOAT[name]} {b})"
    if name in UNORDERED:
        return f"~({a} {UNORDERED[name]} {b})"
    if name == "ne":
        return f"(({a} != {b}) & ~is_nan_pair({a}, {b}))"
    if name == "equ":
        return f"(({a} == {b}) | is_nan_pair({a}, {b}))"
    return f"is_nan_pair({a}, {b})" if name == "nan" else f"~is_nan_pair({a}, {b})"


def comparison(w: Writer, instr: Instr, type: str, a: Operand, b: Operand) -> str:
    name = instr.modifiers[0]
    if is_float(type):
        x, y = (floats.read_float(w, operand, type, instr) for operand in (a, b))
        if type == "bf16":
            x, y = w.let(f"from_bf16({x})"), w.let(f"from_bf16({y})")
        return w.let(float_comparison(name, x, y))
    kind = kind_of(type)
    if name in ("lo", "ls", "hi", "hs"):
        kind = "u" + kind[1:]
    return w.let(f"{w.read(a, kind)} {INTEGER[name]} {w.read(b, kind)}")


def combined(w: Writer, instr: Instr, value: str, extra: tuple[Operand, ...]) -> str:
    """Join with the third source predicate through .and, .or or .xor."""
    for name, operator in (("and", "&"), ("or", "|"), ("xor", "^")):
        if name in instr.modifiers[1:] and extra:
            return f"({value}) {operator} {w.read(extra[0], 'pred')}"
    return value


@emitter("setp")
def setp(w: Writer, instr: Instr) -> None:
    type = instr.modifiers[-1]
    d, a, b, *extra = instr.operands
    if type in ("f16x2", "bf16x2"):
        return setp_packed(w, instr, type)
    value = comparison(w, instr, type, a, b)
    first, second = (d.first, d.second) if isinstance(d, Pair) else (d, None)
    opposite = combined(w, instr, f"~{value}", tuple(extra)) if second is not None else ""
    w.write(first, "pred", combined(w, instr, value, tuple(extra)))
    if second is not None:
        w.write(second, "pred", opposite)


def setp_packed(w: Writer, instr: Instr, type: str) -> None:
    """The two halves give the two predicates."""
    d, a, b, *extra = instr.operands
    parts = [packed.halves(w, x, type, "ftz" in instr.modifiers) for x in (a, b)]
    if type == "bf16x2":
        parts = [(w.let(f"from_bf16({low})"), w.let(f"from_bf16({high})")) for low, high in parts]
    results = [w.let(float_comparison(instr.modifiers[0], x, y)) for x, y in zip(*parts, strict=True)]
    targets = (d.first, d.second) if isinstance(d, Pair) else (d,)
    for target, value in zip(targets, results, strict=False):
        w.write(target, "pred", combined(w, instr, value, tuple(extra)))


@emitter("set")
def set_value(w: Writer, instr: Instr) -> None:
    to, type = instr.modifiers[-2:]
    d, a, b, *extra = instr.operands
    if type in packed.PACKED:
        return set_packed(w, instr, to, type)
    value = combined(w, instr, comparison(w, instr, type, a, b), tuple(extra))
    if to in ("f32", "f16", "bf16"):
        kind = floats.array_kind(to)
        one = w.immediate("0x3F80" if to == "bf16" else "1.0", kind)
        return w.write(d, kind, f"where({value}, {one}, {w.number(0, kind)})")
    w.write(d, kind_of(to), f"where({value}, {w.number(-1, kind_of(to))}, {w.number(0, kind_of(to))})")


def set_packed(w: Writer, instr: Instr, to: str, type: str) -> None:
    d, a, b, *extra = instr.operands
    parts = [packed.halves(w, x, type, "ftz" in instr.modifiers) for x in (a, b)]
    if type == "bf16x2":
        parts = [(w.let(f"from_bf16({low})"), w.let(f"from_bf16({high})")) for low, high in parts]
    values = [
        combined(w, instr, float_comparison(instr.modifiers[0], x, y), tuple(extra))
        for x, y in zip(*parts, strict=True)
    ]
    one = w.number({"f16x2": 0x3C00, "bf16x2": 0x3F80}.get(to, 0xFFFF), "u16")
    low, high = (f"where({value}, {one}, {w.number(0, 'u16')})" for value in values)
    w.write(d, "u32", f"pack({high}, {low})")


@emitter("selp")
def selp(w: Writer, instr: Instr) -> None:
    kind = kind_of(instr.modifiers[-1])
    kind = kind if kind == "pred" else "u" + kind.lstrip("usf")
    d, a, b, p = instr.operands
    x, y, c = w.read(a, kind), w.read(b, kind), w.read(p, "pred")
    bits = 1 if kind == "pred" else int(kind[1:])
    unknown = None
    if w.any_unknown(a, b, p):
        ta, tb = (w.unknown(v) or f"CLEAN[{bits}]" for v in (a, b))
        unknown = f"where({c}, {ta}, {tb})"
        if w.unknown(p) is not None:
            unknown = f"select_unknown({x}, {y}, {unknown}, {w.unknown(p)}, {bits})"
    w.write(d, kind, f"where({c}, {x}, {y})", unknown)


@emitter("slct")
def slct(w: Writer, instr: Instr) -> None:
    to, type = instr.modifiers[-2:]
    kind = "u" + kind_of(to).lstrip("usf")
    d, a, b, c = instr.operands
    choice = floats.read_float(w, c, "f32", instr) if type == "f32" else w.read(c, "s32")
    w.write(d, kind, f"where({choice} >= 0, {w.read(a, kind)}, {w.read(b, kind)})")
