"""Bit operations and shifts."""

from __future__ import annotations

from opencicc.emulate.emit.constants import integer_value, kind_of
from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Imm, Instr, Operand, Pair


def unsigned(instr: Instr) -> str:
    kind = kind_of(instr.modifiers[-1])
    return kind if kind == "pred" else "u" + kind[1:]


@emitter("and", "or", "xor")
def logic(w: Writer, instr: Instr) -> None:
    kind = unsigned(instr)
    d, a, b = instr.operands
    x, y = w.read(a, kind), w.read(b, kind)
    operator = {"and": "&", "or": "|", "xor": "^"}[instr.base]
    w.write(d, kind, f"{x} {operator} {y}", logic_unknown(w, instr.base, (a, b), (x, y), kind))


def logic_unknown(
    w: Writer, base: str, operands: tuple[Operand, Operand], names: tuple[str, str], kind: str
) -> str | None:
    """A zero decides an `and`, a one an `or`, whatever the other side."""
    ta, tb = (w.unknown(operand) for operand in operands)
    if ta is None and tb is None:
        return None
    bits = 1 if kind == "pred" else int(kind[1:])
    ta, tb = ta or f"CLEAN[{bits}]", tb or f"CLEAN[{bits}]"
    if base == "xor":
        return f"{ta} | {tb}"
    return f"{base}_unknown({names[0]}, {names[1]}, {ta}, {tb})"


@emitter("not")
def invert(w: Writer, instr: Instr) -> None:
    kind = unsigned(instr)
    w.write(instr.operands[0], kind, f"~{w.read(instr.operands[1], kind)}", w.unknown(instr.operands[1]))


@emitter("cnot")
def cnot(w: Writer, instr: Instr) -> None:
    kind = unsigned(instr)
    w.write(instr.operands[0], kind, f"({w.read(instr.operands[1], kind)} == 0).astype({kind})")


@emitter("lop3")
def lop3(w: Writer, instr: Instr) -> None:
    d, a, b, c, table = instr.operands[:5]
    if not isinstance(table, Imm):
        raise w.not_emulated("table in a register")
    names = [w.read(x, "u32") for x in (a, b, c)]
    value = w.let(f"lop3({', '.join(names)}, {integer_value(table.text)})")
    if isinstance(d, Pair):
        operator = "|" if "or" in instr.modifiers else "&"
        w.write(d.second, "pred", f"({value} != 0) {operator} {w.read(instr.operands[5], 'pred')}")
        d = d.first
    unknowns = w.any_unknown(a, b, c)
    w.write(d, "u32", value, " | ".join(unknowns) if unknowns else None)


@emitter("shl", "shr")
def shift(w: Writer, instr: Instr) -> None:
    d, a, amount = instr.operands
    kind = unsigned(instr) if instr.base == "shl" else kind_of(instr.modifiers[-1])
    bits = int(kind[1:])
    x = w.read(a, kind)
    if isinstance(amount, Imm) and 0 <= integer_value(amount.text) < bits:
        n = w.number(integer_value(amount.text), kind)
        expression = f"{x} << {n}" if instr.base == "shl" else f"{x} >> {n}"
        t = w.unknown(a)
        unknown = None
        if t is not None and kind[0] == "u":
            unknown = expression.replace(x, t, 1)
        elif t is not None:
            unknown = f"({t}.view({kind}) >> {n}).view(u{bits})"
        return w.write(d, kind, expression, unknown)
    w.write(d, kind, f"{instr.base}({x}, {w.read(amount, 'u32')})")


@emitter("shf")
def funnel(w: Writer, instr: Instr) -> None:
    d, a, b, c = instr.operands
    low, high, amount = (w.read(x, "u32") for x in (a, b, c))
    flags = f"{'l' in instr.modifiers}, {'wrap' in instr.modifiers}"
    unknown = None
    if w.any_unknown(a, b) and w.unknown(c) is None:
        ta, tb = (w.unknown(x) or "CLEAN[32]" for x in (a, b))
        unknown = f"shf({ta}, {tb}, {amount}, {flags})"
    w.write(d, "u32", f"shf({low}, {high}, {amount}, {flags})", unknown)


@emitter("prmt")
def prmt(w: Writer, instr: Instr) -> None:
    d, a, b, c = instr.operands
    names = [w.read(x, "u32") for x in (a, b, c)]
    if len(instr.modifiers) > 1:
        return w.write(d, "u32", f"prmt_mode({', '.join(names)}, {instr.modifiers[-1]!r})")
    unknown = None
    if w.any_unknown(a, b) and w.unknown(c) is None:
        ta, tb = (w.unknown(x) or "CLEAN[32]" for x in (a, b))
        unknown = f"prmt({ta}, {tb}, {names[2]})"
    w.write(d, "u32", f"prmt({', '.join(names)})", unknown)


@emitter("bfe")
def extract(w: Writer, instr: Instr) -> None:
    kind = kind_of(instr.modifiers[-1])
    d, a, position, length = instr.operands
    x, p, n = w.read(a, kind), w.read(position, "u32"), w.read(length, "u32")
    unknown = None
    t = w.unknown(a)
    if t is not None and not w.any_unknown(position, length):
        unknown = f"bfe({t}.view({kind}), {p}, {n}).view(u{kind[1:]})"
    w.write(d, kind, f"bfe({x}, {p}, {n})", unknown)


@emitter("bfi")
def insert(w: Writer, instr: Instr) -> None:
    kind = unsigned(instr)
    d, a, b, position, length = instr.operands
    x, y = w.read(a, kind), w.read(b, kind)
    where = f"{w.read(position, 'u32')}, {w.read(length, 'u32')}"
    unknown = None
    if w.any_unknown(a, b) and not w.any_unknown(position, length):
        ta, tb = (w.unknown(v) or f"CLEAN[{kind[1:]}]" for v in (a, b))
        unknown = f"bfi({ta}, {tb}, {where})"
    w.write(d, kind, f"bfi({x}, {y}, {where})", unknown)


@emitter("popc", "clz", "brev")
def count(w: Writer, instr: Instr) -> None:
    kind = unsigned(instr)
    w.write(
        instr.operands[0], kind if instr.base == "brev" else "u32", f"{instr.base}({w.read(instr.operands[1], kind)})"
    )


@emitter("bfind")
def find(w: Writer, instr: Instr) -> None:
    kind = kind_of(instr.modifiers[-1])
    w.write(instr.operands[0], "u32", f"bfind({w.read(instr.operands[1], kind)}, {'shiftamt' in instr.modifiers})")


@emitter("fns")
def find_nth(w: Writer, instr: Instr) -> None:
    mask, base, offset = instr.operands[1:4]
    w.write(instr.operands[0], "u32", f"fns({w.read(mask, 'u32')}, {w.read(base, 'u32')}, {w.read(offset, 's32')})")


@emitter("bmsk", "szext")
def mask(w: Writer, instr: Instr) -> None:
    kind = "u32" if instr.base == "bmsk" else kind_of(instr.modifiers[-1])
    a, b = w.read(instr.operands[1], kind), w.read(instr.operands[2], "u32")
    w.write(instr.operands[0], kind, f"{instr.base}({a}, {b}, {'wrap' in instr.modifiers})")


@emitter("vabsdiff4")
def byte_differences(w: Writer, instr: Instr) -> None:
    """The form that CUDA's headers write: unsigned bytes in their places, or their sum added to a word."""
    modifiers = [word for word in instr.modifiers if word != "add"]
    d, a, b, c = instr.operands
    adds = "add" in instr.modifiers
    if modifiers != ["u32"] * 3:
        raise w.not_emulated("signs, saturation or selected bytes")
    value = f"vabsdiff4({w.read(a, 'u32')}, {w.read(b, 'u32')}, {adds})"
    w.write(d, "u32", f"{value} + {w.read(c, 'u32')}" if adds else value)
