"""Carry chains: add.cc, addc, sub.cc, subc, mad.cc, madc. The flag is a register of its own."""

from __future__ import annotations

from opencicc.emulate.emit.constants import kind_of
from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import CARRY, Instr


def chain(w: Writer, instr: Instr, function: str, a: str, b: str, reads: bool) -> None:
    kind = "u" + kind_of(instr.modifiers[-1])[1:]
    flag = w.read_register(CARRY, "pred") if reads else "None"
    total, out = w.fresh(), w.fresh()
    w.line(f"{total}, {out} = {function}({a}, {b}, {flag})")
    if "cc" in instr.modifiers:
        w.write(CARRY, "pred", out)
    w.write(instr.operands[0], kind, total)


def add_chain(w: Writer, instr: Instr) -> None:
    kind = "u" + kind_of(instr.modifiers[-1])[1:]
    a, b = (w.read(x, kind) for x in instr.operands[1:3])
    function = "add_carry" if instr.base in ("add", "addc") else "sub_borrow"
    chain(w, instr, function, a, b, reads=instr.base in ("addc", "subc"))


emitter("addc", "subc")(add_chain)


def mad_chain(w: Writer, instr: Instr) -> None:
    from opencicc.emulate.emit.integers import half_of, product

    kind = kind_of(instr.modifiers[-1])
    part = w.let(product(w, instr, kind, half_of(instr)))
    unsigned = "u" + kind[1:]
    a = part if kind == unsigned else w.let(f"{part}.view({unsigned})")
    chain(w, instr, "add_carry", a, w.read(instr.operands[3], unsigned), reads=instr.base == "madc")


emitter("madc")(mad_chain)
