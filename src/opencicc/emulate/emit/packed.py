"""Packed arithmetic: f16x2, bf16x2, u16x2, s16x2 and f32x2 work on halves and join them again."""

from __future__ import annotations

from opencicc.emulate.emit import floats
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Instr, Operand

PACKED = {"f16x2": "f16", "bf16x2": "bf16", "u16x2": "u16", "s16x2": "s16", "f32x2": "f32"}


def halves(w: Writer, operand: Operand, type: str, flushes: bool = False) -> tuple[str, str]:
    """The low and high half of an operand as arrays of the element kind."""
    element = PACKED[type]
    kind = floats.array_kind(element)
    if type == "f32x2":
        whole = w.read(operand, "u64")
        parts = w.let(f"{whole}.astype(u32).view(f32)"), w.let(f"({whole} >> N32).astype(u32).view(f32)")
    else:
        whole = w.read(operand, "u32")
        view = "" if kind == "u16" else f".view({kind})"
        parts = w.let(f"{whole}.astype(u16){view}"), w.let(f"({whole} >> N16).astype(u16){view}")
    if flushes and element in ("f32", "f16"):
        return w.let(f"flush{element[1:]}({parts[0]})"), w.let(f"flush{element[1:]}({parts[1]})")
    return parts


def unknown_halves(w: Writer, instr: Instr, bits: int) -> str | None:
    """The undefined bits of a result whose halves depend on the same halves of the operands only."""
    sources = w.any_unknown(*instr.operands[1:])
    return f"spread_halves({bits}, {', '.join(sources)})" if sources else None


def join(w: Writer, instr: Instr, type: str, low: str, high: str) -> None:
    """Apply the result modifiers to both halves, join and write them."""
    element = PACKED[type]
    for modifier, wrapper in (("ftz", f"flush{element[1:]}"), ("relu", f"relu_{element}"), ("sat", "saturate")):
        if modifier not in instr.modifiers or (modifier == "ftz" and element not in ("f32", "f16")):
            continue
        name = "saturate_bf16" if modifier == "sat" and element == "bf16" else wrapper
        low, high = f"{name}({low})", f"{name}({high})"
    if type == "f32x2":
        expression = f"join64(({low}).view(u32), ({high}).view(u32))"
        return w.write(instr.operands[0], "u64", expression, unknown_halves(w, instr, 64))
    expression = f"pack(({high}).view(u16), ({low}).view(u16))"
    w.write(instr.operands[0], "u32", expression, unknown_halves(w, instr, 32))


def arithmetic(w: Writer, instr: Instr) -> None:
    type = instr.modifiers[-1]
    element, mode = PACKED[type], floats.mode_of(instr)
    parts = [halves(w, x, type, "ftz" in instr.modifiers) for x in instr.operands[1:]]
    if element in ("u16", "s16"):
        operator = {"add": "+", "sub": "-"}.get(instr.base)
        if operator is None:
            raise w.not_emulated()
        results = [f"({a} {operator} {b})" for a, b in zip(*parts, strict=True)]
    else:
        columns = zip(*parts, strict=True)
        results = [floats.expression_of(instr.base, element, mode, list(args)) for args in columns]
    join(w, instr, type, *results)


def extreme(w: Writer, instr: Instr) -> None:
    type = instr.modifiers[-1]
    element = PACKED[type]
    parts = [halves(w, x, type, "ftz" in instr.modifiers) for x in instr.operands[1:3]]
    if element in ("u16", "s16"):
        function = "np_minimum" if instr.base == "min" else "np_maximum"
        results = [f"{function}({a}, {b})" for a, b in zip(*parts, strict=True)]
        if "relu" in instr.modifiers:
            results = [f"np_maximum({result}, {w.number(0, 's16')})" for result in results]
        expression = f"pack(({results[1]}).view(u16), ({results[0]}).view(u16))"
        return w.write(instr.operands[0], "u32", expression, unknown_halves(w, instr, 32))
    results = [
        floats.extreme_expression(element, instr.base, instr.modifiers, a, b) for a, b in zip(*parts, strict=True)
    ]
    join(w, instr, type, *results)


def approximate(w: Writer, instr: Instr) -> None:
    type = instr.modifiers[-1]
    element = PACKED[type]
    low, high = halves(w, instr.operands[1], type, "ftz" in instr.modifiers)
    results = [floats.approximate_expression(instr.base, element, part) for part in (low, high)]
    join(w, instr, type, *results)
