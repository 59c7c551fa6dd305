"""Which registers an instruction writes and which it reads, the carry flag included."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from opencicc.machine.ir import (
    CARRY,
    Address,
    Group,
    Imm,
    Instr,
    Negated,
    Operand,
    Pair,
    Part,
    Reg,
    Vector,
    split_opcode,
)

# Opcodes whose first operand is not a destination although it may be a register.
NO_DESTINATION = frozenset(
    """st stu red bra brx ret exit trap brkpt bar barrier membar fence prefetch prefetchu cp nanosleep pmevent
    griddepcontrol discard applypriority setmaxnreg sust sured stmatrix stackrestore tensormap multimem_red fabric
    clusterlaunchcontrol""".split()
)
# ... unless one of these follows.
WITH_DESTINATION = frozenset({("bar", "red"), ("barrier", "red"), ("clusterlaunchcontrol", "query_cancel")})
# The destination is also read: accumulators kept in place.
IN_PLACE = frozenset({"wgmma"})


@cache
def has_destination(opcode: str) -> bool:
    """Whether the first operand is written."""
    parts = split_opcode(opcode)
    base = parts[0]
    if base == "call":
        return True
    if base == "multimem":
        return "red" not in parts
    if base in NO_DESTINATION:
        return any(parts[0] == base_ and word in parts for base_, word in WITH_DESTINATION)
    return True


def registers(operand: Operand) -> Iterator[Reg]:
    """Every register named inside an operand."""
    if isinstance(operand, Reg):
        yield operand
    elif isinstance(operand, (Vector, Group)):
        for item in operand.items:
            yield from registers(item)
    elif isinstance(operand, Address):
        yield from registers(operand.base)
        for item in operand.index:
            yield from registers(item)
    elif isinstance(operand, Pair):
        yield from registers(operand.first)
        yield from registers(operand.second)
    elif isinstance(operand, Negated):
        yield from registers(operand.operand)
    elif isinstance(operand, Part):
        yield operand.reg


def destination(instr: Instr) -> Operand | None:
    """The operand that is written, if there is one."""
    if not instr.operands or not has_destination(instr.opcode):
        return None
    first = instr.operands[0]
    if isinstance(first, (Address, Imm)):
        return None
    if instr.base == "call" and not isinstance(first, Group):
        return None
    if instr.base == "call" and len(instr.operands) == 1:
        return None
    return first


@cache
def writes_carry(opcode: str) -> bool:
    return "cc" in split_opcode(opcode)


@cache
def reads_carry(opcode: str) -> bool:
    return split_opcode(opcode)[0] in ("addc", "subc", "madc")


def defs(instr: Instr) -> tuple[Reg, ...]:
    """Registers written, in operand order."""
    kept = instr.__dict__  # an instruction never changes: what was found once stays with it
    known: tuple[Reg, ...] | None = kept.get("_defs")
    if known is None:
        known = kept["_defs"] = _find_defs(instr)
    return known


def _find_defs(instr: Instr) -> tuple[Reg, ...]:
    target = destination(instr)
    if isinstance(target, Reg):
        found: tuple[Reg, ...] = (target,)
    else:
        found = tuple(registers(target)) if target is not None else ()
    return (*found, CARRY) if writes_carry(instr.opcode) else found


def uses(instr: Instr) -> tuple[Reg, ...]:
    """Registers read: the guard, sources, addresses, the carry; a part written in place is read too."""
    kept = instr.__dict__
    known: tuple[Reg, ...] | None = kept.get("_uses")
    if known is None:
        known = kept["_uses"] = _find_uses(instr)
    return known


def _find_uses(instr: Instr) -> tuple[Reg, ...]:
    found: list[Reg] = [instr.guard.reg] if instr.guard else []
    sources = instr.operands
    target = destination(instr)
    if target is not None:
        sources = sources[1:]
        if instr.base in IN_PLACE or isinstance(target, Part):
            found.extend(registers(target))
    for operand in sources:
        if isinstance(operand, Reg):
            found.append(operand)
        elif not isinstance(operand, Imm):
            found.extend(registers(operand))
    if reads_carry(instr.opcode):
        found.append(CARRY)
    return tuple(found)
