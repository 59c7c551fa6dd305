"""Which registers may ever hold undefined bits: only those pay for tracking them.

Sources are registers live at a function's entry (read before written on some path) and loads from
memory that starts undefined (local, shared) or that an undefined value may have been stored to.
The answer is one set for each function, without regard to order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from opencicc.emulate.emit.memory import space_of
from opencicc.machine.defuse import defs, registers, uses
from opencicc.machine.ir import CARRY, Address, Instr, Reg, Symbol

if TYPE_CHECKING:
    from opencicc.emulate.program import FunctionCode


def track_undefined(functions: Iterable[FunctionCode]) -> None:
    """Set `tracked` on every function."""
    codes = list(functions)
    any_stored = False
    while True:
        for code in codes:
            code.tracked = tracked_registers(code, any_stored)
        stored = any(may_store(code) for code in codes)
        if stored == any_stored:
            return
        any_stored = True


def all_instrs(code: FunctionCode) -> list[Instr]:
    return [instr for block in code.blocks for instr in block.instructions]


def tracked_registers(code: FunctionCode, memory_may_be_undefined: bool) -> frozenset[Reg]:
    """Everything that data flows to from a source, loads being sources or clean by themselves."""
    found: set[Reg] = {reg for reg in code.entry_undefined if reg != CARRY}
    flows: dict[Reg, list[Reg]] = {}
    for instr in all_instrs(code):
        if instr.base in ("ld", "ldu", "atom"):
            if is_source(code, instr, memory_may_be_undefined):
                found.update(defs(instr))
            continue
        written = [reg for reg in defs(instr) if reg != CARRY]
        if written:
            for reg in uses(instr):
                flows.setdefault(reg, []).extend(written)
    pending = list(found)
    while pending:
        for reg in flows.get(pending.pop(), ()):
            if reg not in found:
                found.add(reg)
                pending.append(reg)
    return frozenset(found)


def is_source(code: FunctionCode, instr: Instr, memory_may_be_undefined: bool) -> bool:
    if instr.base not in ("ld", "ldu", "atom"):
        return False
    space = space_of(instr)
    if space == "param":
        place = instr.operands[1]
        base = place.base if isinstance(place, Address) else None
        return not (isinstance(base, Symbol) and base.name in code.frame.kernel_params)
    return space != "global" or memory_may_be_undefined


def may_store(code: FunctionCode) -> bool:
    """Whether an undefined value may reach memory that other loads see."""
    for instr in all_instrs(code):
        if instr.base in ("st", "atom", "red") and space_of(instr) not in ("local", "shared", "param"):
            if any(reg in code.tracked for operand in instr.operands[1:] for reg in registers(operand)):
                return True
    return False
