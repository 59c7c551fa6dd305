"""Changes to machine IR: registers renamed in an instruction, instructions put in and taken out.

An instruction is frozen; an edit puts another one in its place, which prints in the usual layout.
"""

from __future__ import annotations

from collections.abc import Mapping

from opencicc.machine.defuse import destination
from opencicc.machine.ir import (
    Address,
    Block,
    Directive,
    Group,
    Guard,
    Instr,
    MachineFunction,
    Negated,
    Operand,
    Pair,
    Part,
    Reg,
    RegDecl,
    Vector,
)


def rename(operand: Operand, names: Mapping[Reg, Reg]) -> Operand:
    """The operand with other registers in it."""
    if isinstance(operand, Reg):
        return names.get(operand, operand)
    if isinstance(operand, Vector):
        return Vector(tuple(rename(item, names) for item in operand.items))
    if isinstance(operand, Group):
        return Group(tuple(rename(item, names) for item in operand.items))
    if isinstance(operand, Address):
        index = tuple(rename(item, names) for item in operand.index)
        return Address(rename(operand.base, names), operand.offset, index)
    if isinstance(operand, Pair):
        return Pair(rename(operand.first, names), rename(operand.second, names))
    if isinstance(operand, Negated):
        return Negated(operand.sign, rename(operand.operand, names))
    if isinstance(operand, Part):
        return Part(names.get(operand.reg, operand.reg), operand.selector)
    return operand


def rename_all(instr: Instr, names: Mapping[Reg, Reg]) -> Instr:
    """The instruction with other registers everywhere: guard, results, sources."""
    operands = tuple(rename(operand, names) for operand in instr.operands)
    return instr.changed(operands=operands, guard=_rename_guard(instr.guard, names))


def rename_uses(instr: Instr, names: Mapping[Reg, Reg]) -> Instr:
    """The instruction reading other registers; what it writes stays."""
    target = destination(instr)
    kept = 1 if target is not None and not isinstance(target, Part) else 0
    operands = (*instr.operands[:kept], *(rename(operand, names) for operand in instr.operands[kept:]))
    return instr.changed(operands=operands, guard=_rename_guard(instr.guard, names))


def _rename_guard(guard: Guard | None, names: Mapping[Reg, Reg]) -> Guard | None:
    return Guard(names.get(guard.reg, guard.reg), guard.is_negated) if guard is not None else None


def insert_before(block: Block, place: Instr, made: list[Instr]) -> None:
    """Put instructions in front of one of the block's own (that very object)."""
    position = next(at for at, statement in enumerate(block.body) if statement is place)
    block.body[position:position] = made


def remove(block: Block, dead: set[int]) -> None:
    """Take out the instructions with these ids. What stood in front of one, such as a comment, goes with it."""
    block.body[:] = [s for s in block.body if id(s) not in dead]


def rename_registers(function: MachineFunction, prefix: str) -> None:
    """Give every register of the outermost scope another name, and its declaration along with it."""
    names: dict[Reg, Reg] = {}
    depth = 0
    for block in function.blocks:
        for position, statement in enumerate(block.body):
            if isinstance(statement, Directive):
                depth += {"{": 1, "}": -1}.get(statement.kind, 0)
                if isinstance(statement.detail, RegDecl) and depth == 0:
                    block.body[position] = _renamed_declaration(statement.detail, prefix, names)
    for block in function.blocks:
        block.body[:] = [rename_all(s, names) if isinstance(s, Instr) else s for s in block.body]


def _renamed_declaration(declaration: RegDecl, prefix: str, names: dict[Reg, Reg]) -> Directive:
    fresh: list[tuple[str, int | None]] = []
    for name, count in declaration.names:
        new = f"{prefix}{name.lstrip('%')}" + ("_" if count is not None else "")
        fresh.append((new, count))
        for number in [""] if count is None else map(str, range(count)):
            names[Reg(f"{name}{number}", declaration.type)] = Reg(f"{new}{number}", declaration.type)
    text = ", ".join(name if count is None else f"{name}<{count}>" for name, count in fresh)
    return Directive(".reg", f"\n\t.reg .{declaration.type} \t{text};", 0, RegDecl(declaration.type, tuple(fresh)))
