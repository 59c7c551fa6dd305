"""Exchange between the lanes of a warp. The scheduler runs the .sync forms once all named lanes are there."""

from __future__ import annotations

from opencicc.emulate.emit.constants import kind_of
from opencicc.emulate.emit.registry import emitter
from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Imm, Instr, Operand, Pair

ALL = "0xffffffff"


def mask_of(w: Writer, instr: Instr) -> str:
    """The member mask: the last operand of a .sync form; without .sync whoever is active."""
    return w.read(instr.operands[-1], "u32") if "sync" in instr.modifiers else "V.active_mask()"


def destinations(operand: Operand) -> tuple[Operand, Operand | None]:
    return (operand.first, operand.second) if isinstance(operand, Pair) else (operand, None)


@emitter("shfl", pure=False)
def shfl(w: Writer, instr: Instr) -> None:
    mode = next(word for word in instr.modifiers if word in ("up", "down", "bfly", "idx"))
    first, second = destinations(instr.operands[0])
    a, b, c = instr.operands[1:4]
    index, valid = w.fresh(), w.fresh()
    w.line(
        f"{index}, {valid} = shuffle_source(V, {mode!r}, {w.read(b, 'u32')}, {w.read(c, 'u32')}, {mask_of(w, instr)})"
    )
    unknown = w.unknown(a)
    value = w.let(f"pick({w.read(a, 'u32')}, {index})")
    w.write(first, "u32", value, f"pick({unknown}, {index})" if unknown else None)
    if second is not None:
        w.write(second, "pred", valid)


@emitter("vote", pure=False)
def vote(w: Writer, instr: Instr) -> None:
    mode = next(word for word in instr.modifiers if word in ("all", "any", "uni", "ballot"))
    p = w.read(instr.operands[1], "pred")
    kind = "u32" if mode == "ballot" else "pred"
    w.write(instr.operands[0], kind, f"vote_{mode}(V, {p}, {mask_of(w, instr)})")


@emitter("match", pure=False)
def match(w: Writer, instr: Instr) -> None:
    mode = "all" if "all" in instr.modifiers else "any"
    first, second = destinations(instr.operands[0])
    a = w.read(instr.operands[1], kind_of(instr.modifiers[-1]))
    if mode == "any":
        return w.write(first, "u32", f"match_any(V, {a}, {mask_of(w, instr)})")
    mask, agrees = w.fresh(), w.fresh()
    w.line(f"{mask}, {agrees} = match_all(V, {a}, {mask_of(w, instr)})")
    w.write(first, "u32", mask)
    if second is not None:
        w.write(second, "pred", agrees)


@emitter("redux", pure=False)
def redux(w: Writer, instr: Instr) -> None:
    operation = next(word for word in instr.modifiers if word in ("add", "min", "max", "and", "or", "xor"))
    kind = kind_of(instr.modifiers[-1])
    a = w.read(instr.operands[1], kind)
    if kind == "f32":
        flags = f"{'abs' in instr.modifiers}, {'NaN' in instr.modifiers}"
        return w.write(instr.operands[0], kind, f"redux_f32(V, {operation!r}, {a}, {mask_of(w, instr)}, {flags})")
    w.write(instr.operands[0], kind, f"redux(V, {operation!r}, {a}, {mask_of(w, instr)})")


@emitter("elect", pure=False)
def elect(w: Writer, instr: Instr) -> None:
    first, second = destinations(instr.operands[0])
    leader, elected = w.fresh(), w.fresh()
    w.line(f"{leader}, {elected} = elect(V, {mask_of(w, instr)})")
    w.write(first, "u32", leader)
    if second is not None:
        w.write(second, "pred", elected)


@emitter("activemask", pure=False)
def activemask(w: Writer, instr: Instr) -> None:
    w.write(instr.operands[0], "u32", "V.active_mask()")


def member_mask(instr: Instr) -> Operand:
    """The operand that names the lanes a .sync instruction waits for."""
    return instr.operands[-1] if instr.operands else Imm(ALL)
