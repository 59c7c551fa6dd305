"""PTX as machine IR: parse, print, basic blocks, registers read and written, liveness."""

from opencicc.machine.cfg import predecessors, successors
from opencicc.machine.defuse import defs, uses
from opencicc.machine.ir import (
    CARRY,
    Address,
    Block,
    Directive,
    Group,
    Guard,
    Imm,
    Instr,
    MachineFunction,
    MachineModule,
    Negated,
    Operand,
    Pair,
    Part,
    Reg,
    RegDecl,
    Special,
    Symbol,
    Variable,
    Vector,
)
from opencicc.machine.liveness import Liveness, compute_liveness
from opencicc.machine.parser import parse
from opencicc.machine.pressure import Pressure, max_pressure
from opencicc.machine.printer import format_instr, print_function, print_module

__all__ = [
    "CARRY", "Address", "Block", "Directive", "Group", "Guard", "Imm", "Instr", "Liveness", "MachineFunction",
    "MachineModule", "Negated", "Operand", "Pair", "Part", "Pressure", "Reg", "RegDecl", "Special", "Symbol",
    "Variable", "Vector", "compute_liveness", "defs", "format_instr", "max_pressure", "parse", "predecessors",
    "print_function", "print_module", "successors", "uses",
]  # fmt: skip
