"""Carries a decision out: clones before the readers, new registers, and the definitions gone that nobody reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from opencicc.machine.defuse import defs, uses
from opencicc.machine.edits import rename_uses
from opencicc.machine.ir import Instr, MachineFunction, Reg
from opencicc.machine.liveness import Liveness
from opencicc.machine.remat.facts import Candidate
from opencicc.machine.remat.pullable import Pullable


def pull_in(function: MachineFunction, live: Liveness, pullable: Pullable, chosen: Iterable[Candidate]) -> int:
    """Clone every chosen value at its places; how many instructions were added and are left."""
    before: dict[int, list[Instr]] = {}  # id of an instruction -> the clones in front of it
    renamed: dict[int, dict[Reg, Reg]] = {}  # id of a reader -> registers it reads instead
    pulled = {candidate.bit for candidate in chosen}
    for candidate in chosen:
        for place in candidate.places:
            rows = live.rows[place.block]
            made, result = clone(function, live, pullable, candidate.chain.steps)
            before.setdefault(id(rows[place.number][0]), []).extend(made)
            for number in place.readers:
                renamed.setdefault(id(rows[number][0]), {})[live.registers[candidate.bit]] = result
    added = sum(map(len, before.values()))
    for block in function.blocks:
        block.body[:] = [
            part
            for statement in block.body
            for part in (
                *before.get(id(statement), ()),
                rename_uses(statement, renamed[id(statement)])  # type: ignore[arg-type] # only instructions are renamed
                if id(statement) in renamed
                else statement,
            )
        ]
    roots = {live.registers[step] for c in chosen for step in c.chain.steps} if pulled else set()
    return added - remove_unread(function, roots, pullable.is_movable)


def clone(
    function: MachineFunction, live: Liveness, pullable: Pullable, steps: tuple[int, ...]
) -> tuple[list[Instr], Reg]:
    """Copies of the definitions of `steps`, in order, in fresh registers; the last one's is the result."""
    fresh: dict[Reg, Reg] = {}
    made: list[Instr] = []
    for bit in steps:
        old = live.registers[bit]
        (new,) = function.new_registers(old.type, 1)
        copy = rename_uses(pullable.definitions[bit].instr, fresh)
        made.append(copy.changed(operands=(new, *copy.operands[1:])))
        fresh[old] = new
    return made, fresh[live.registers[steps[-1]]]


def remove_unread(function: MachineFunction, registers: set[Reg], is_movable: Callable[[Instr], bool]) -> int:
    """Take out definitions of these registers that nobody reads any more, and then what only they read."""
    readers = dict.fromkeys(registers, 0)
    makers: dict[Reg, list[Instr]] = {}
    for instr in function.instrs:
        for reg in uses(instr):
            if reg in readers:
                readers[reg] += 1
        made = defs(instr)
        if len(made) == 1 and made[0] in readers and instr.guard is None and is_movable(instr):
            makers.setdefault(made[0], []).append(instr)
    gone: set[int] = set()
    unread = [reg for reg, count in readers.items() if not count]
    while unread:
        for instr in makers.pop(unread.pop(), ()):
            gone.add(id(instr))
            for reg in uses(instr):
                if reg in readers:
                    readers[reg] -= 1
                    if not readers[reg]:
                        unread.append(reg)
    for block in function.blocks if gone else ():
        block.body[:] = [statement for statement in block.body if id(statement) not in gone]
    return len(gone)
