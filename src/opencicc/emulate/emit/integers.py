"""Integer arithmetic: add to rem, mad, sad, dot products, counts. Float types go to `floats` and `packed`."""

from __future__ import annotations

from opencicc.emulate.emit import floats, packed
from opencicc.emulate.emit.constants import kind_of
from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Instr
from opencicc.machine.types import is_float


def type_of(instr: Instr) -> str:
    return instr.modifiers[-1]


def signed(kind: str) -> str:
    return "s" + kind[1:]


def upward(w: Writer, instr: Instr) -> str | None:
    """Undefined bits of sums and products: everything from the lowest undefined bit up."""
    names = w.any_unknown(*instr.operands[1:])
    return f"upward({', '.join(names)})" if names else None


@emitter("add", "sub")
def add(w: Writer, instr: Instr) -> None:
    type = type_of(instr)
    if type in packed.PACKED:
        return packed.arithmetic(w, instr)
    if is_float(type):
        return floats.arithmetic(w, instr)
    if "cc" in instr.modifiers:
        from opencicc.emulate.emit import carry

        return carry.add_chain(w, instr)
    kind = kind_of(type)
    d, a, b = instr.operands
    if "sat" in instr.modifiers:
        name = "saturating_add" if instr.base == "add" else "saturating_sub"
        return w.write(d, "s32", f"{name}({w.read(a, 's32')}, {w.read(b, 's32')})")
    kind = "u" + kind[1:]
    operator = "+" if instr.base == "add" else "-"
    w.write(d, kind, f"{w.read(a, kind)} {operator} {w.read(b, kind)}", upward(w, instr))


def product(w: Writer, instr: Instr, kind: str, half: str) -> str:
    a, b = w.read(instr.operands[1], kind), w.read(instr.operands[2], kind)
    if half == "lo":
        return f"({a} * {b})"
    return f"{'mul_wide' if half == 'wide' else 'mul_hi'}({a}, {b}, {kind!r})"


def half_of(instr: Instr) -> str:
    return next((word for word in instr.modifiers if word in ("lo", "hi", "wide")), "lo")


@emitter("mul")
def mul(w: Writer, instr: Instr) -> None:
    type = type_of(instr)
    if type in packed.PACKED:
        return packed.arithmetic(w, instr)
    if is_float(type):
        return floats.arithmetic(w, instr)
    kind, half = kind_of(type), half_of(instr)
    result = kind if half != "wide" else f"{kind[0]}{2 * int(kind[1:])}"
    w.write(instr.operands[0], result, product(w, instr, kind, half), upward(w, instr) if half == "lo" else None)


@emitter("mad")
def mad(w: Writer, instr: Instr) -> None:
    type = type_of(instr)
    if is_float(type):
        return floats.arithmetic(w, instr)
    if "cc" in instr.modifiers:
        from opencicc.emulate.emit import carry

        return carry.mad_chain(w, instr)
    kind, half = kind_of(type), half_of(instr)
    result = kind if half != "wide" else f"{kind[0]}{2 * int(kind[1:])}"
    c = w.read(instr.operands[3], result)
    if "sat" in instr.modifiers:
        return w.write(instr.operands[0], "s32", f"saturating_add({product(w, instr, kind, half)}, {c})")
    w.write(instr.operands[0], result, f"{product(w, instr, kind, half)} + {c}")


@emitter("mul24", "mad24")
def mul24(w: Writer, instr: Instr) -> None:
    kind = type_of(instr)
    a, b = w.read(instr.operands[1], kind), w.read(instr.operands[2], kind)
    expression = f"mul24({a}, {b}, {kind!r}, {half_of(instr)!r})"
    if instr.base == "mad24":
        c = w.read(instr.operands[3], kind)
        expression = f"saturating_add({expression}, {c})" if "sat" in instr.modifiers else f"{expression} + {c}"
    w.write(instr.operands[0], kind, expression)


@emitter("div")
def div(w: Writer, instr: Instr) -> None:
    if is_float(type_of(instr)):
        return floats.division(w, instr)
    kind = kind_of(type_of(instr))
    w.write(instr.operands[0], kind, f"int_div({w.read(instr.operands[1], kind)}, {w.read(instr.operands[2], kind)})")


@emitter("rem")
def rem(w: Writer, instr: Instr) -> None:
    kind = kind_of(type_of(instr))
    w.write(instr.operands[0], kind, f"int_rem({w.read(instr.operands[1], kind)}, {w.read(instr.operands[2], kind)})")


@emitter("abs", "neg")
def sign(w: Writer, instr: Instr) -> None:
    type = type_of(instr)
    if is_float(type):
        return floats.sign(w, instr)
    kind = kind_of(type)
    a = w.read(instr.operands[1], kind)
    w.write(instr.operands[0], kind, f"np_abs({a})" if instr.base == "abs" else f"-{a}")


@emitter("min", "max")
def extreme(w: Writer, instr: Instr) -> None:
    type = type_of(instr)
    if type in packed.PACKED:
        return packed.extreme(w, instr)
    if is_float(type):
        return floats.extreme(w, instr)
    kind = kind_of(type)
    function = "np_minimum" if instr.base == "min" else "np_maximum"
    expression = f"{function}({w.read(instr.operands[1], kind)}, {w.read(instr.operands[2], kind)})"
    if "relu" in instr.modifiers:
        expression = f"np_maximum({expression}, {w.number(0, kind)})"
    w.write(instr.operands[0], kind, expression)


@emitter("sad")
def sad(w: Writer, instr: Instr) -> None:
    kind = kind_of(type_of(instr))
    a, b, c = (w.read(x, kind) for x in instr.operands[1:4])
    w.write(instr.operands[0], kind, f"sad({a}, {b}, {c})")


@emitter("dp4a", "dp2a")
def dot(w: Writer, instr: Instr) -> None:
    a_type, b_type = instr.modifiers[-2:]
    a, b, c = (w.read(x, "u32") for x in instr.operands[1:4])
    flags = f"{a_type == 's32'}, {b_type == 's32'}"
    half = f", {'hi' in instr.modifiers}" if instr.base == "dp2a" else ""
    w.write(instr.operands[0], "u32", f"{instr.base}({a}, {b}, {c}, {flags}{half})")
