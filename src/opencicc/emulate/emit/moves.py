"""mov: copies, addresses, special registers, packing and unpacking of vectors."""

from __future__ import annotations

from opencicc.emulate.emit.constants import kind_of
from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Instr, Operand, Symbol, Vector
from opencicc.machine.types import bits_of


def unsigned(type: str) -> str:
    kind = kind_of(type)
    return kind if kind == "pred" else "u" + kind.lstrip("usf")


@emitter("mov")
def mov(w: Writer, instr: Instr) -> None:
    type = instr.modifiers[-1]
    d, a = instr.operands
    if bits_of(type) == 128:
        raise w.not_emulated("128-bit register")
    if isinstance(a, Vector):
        return pack(w, instr, d, a, bits_of(type))
    if isinstance(d, Vector):
        return unpack(w, instr, d, a, bits_of(type))
    kind = unsigned(type)
    w.write(d, kind, w.read(a, kind), w.unknown(a))


def pack(w: Writer, instr: Instr, d: Operand, a: Vector, bits: int) -> None:
    """The first element becomes the lowest bits."""
    width = bits // len(a.items)

    def joined(names: list[str]) -> str:
        parts = [
            f"({name}.astype(u{bits}) << {w.number(place * width, f'u{bits}')})" for place, name in enumerate(names)
        ]
        return " | ".join(parts)

    unknown = None
    if w.any_unknown(*a.items):
        unknown = joined([w.unknown(item) or f"CLEAN[{width}]" for item in a.items])
    w.write(d, f"u{bits}", joined([w.read(item, f"u{width}") for item in a.items]), unknown)


def unpack(w: Writer, instr: Instr, d: Vector, a: Operand, bits: int) -> None:
    width = bits // len(d.items)
    whole, t = w.read(a, f"u{bits}"), w.unknown(a)
    results = []
    for place, item in enumerate(d.items):
        if isinstance(item, Symbol):
            continue
        shift = f" >> {w.number(place * width, f'u{bits}')}" if place else ""
        unknown = f"({t}{shift}).astype(u{width})" if t is not None else None
        results.append((item, w.let(f"({whole}{shift}).astype(u{width})"), unknown))
    for item, value, unknown in results:
        w.write(item, f"u{width}", value, unknown)
