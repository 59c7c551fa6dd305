"""The verifier: what a module must satisfy for passes and code generation to trust it.

It does not replace ptxas: it finds what an edit of ours can break (registers and labels that no
longer exist, a branch in the middle of a block), and says where.
"""

from __future__ import annotations

from opencicc.errors import InputError
from opencicc.machine.cfg import NEVER_FALLS_THROUGH, successors
from opencicc.machine.defuse import registers
from opencicc.machine.ir import (
    Address,
    Directive,
    Group,
    Imm,
    Instr,
    MachineFunction,
    MachineModule,
    Negated,
    Operand,
    Pair,
    Reg,
    RegDecl,
    Special,
    Symbol,
    Vector,
)


def check_module(module: MachineModule) -> None:
    """Raise InputError for the first fault found."""
    for function in module.functions:
        check_function(function)


def check_function(function: MachineFunction) -> None:
    if function.is_declaration or function.is_unread:
        return
    successors(function)  # raises for an unknown label or table
    declared = declared_registers(function)
    for block in function.blocks:
        instrs = list(block.instrs)
        for instr in instrs[:-1]:
            if instr.base in NEVER_FALLS_THROUGH:
                raise fault(function, instr, f"'{instr.opcode}' stands in the middle of a block")
        for instr in instrs:
            check_instr(function, instr, declared)


def check_instr(function: MachineFunction, instr: Instr, declared: set[Reg]) -> None:
    for operand in instr.operands:
        if operand in declared if isinstance(operand, Reg) else isinstance(operand, (Imm, Special)):
            continue
        for name in symbols(operand):
            if name.startswith("%"):
                raise fault(function, instr, f"the register '{name}' is not declared")
        for reg in registers(operand):
            if reg.scope == 0 and reg not in declared:
                raise fault(function, instr, f"the register '{reg}' is not declared")
    if instr.guard and not instr.guard.reg.is_predicate:
        raise fault(function, instr, f"the guard '{instr.guard.reg}' is not a predicate")


def declared_registers(function: MachineFunction) -> set[Reg]:
    """The registers of the outermost scope; inner ones are checked while parsing."""
    found: set[Reg] = set()
    depth = 0
    for directive in function.directives:
        depth += {"{": 1, "}": -1}.get(directive.kind, 0)
        if depth == 0 and isinstance(directive.detail, RegDecl):
            found.update(expand(directive.detail))
    return found


def expand(declaration: RegDecl) -> list[Reg]:
    """The registers one declaration makes."""
    result: list[Reg] = []
    for name, count in declaration.names:
        names = [name] if count is None else [f"{name}{number}" for number in range(count)]
        result.extend(Reg(each, declaration.type) for each in names)
    return result


def symbols(operand: Operand) -> list[str]:
    """Names inside an operand that are no registers."""
    if isinstance(operand, Symbol):
        return [operand.name]
    if isinstance(operand, (Vector, Group)):
        return [name for item in operand.items for name in symbols(item)]
    if isinstance(operand, Address):
        return [name for item in (operand.base, *operand.index) for name in symbols(item)]
    if isinstance(operand, Pair):
        return symbols(operand.first) + symbols(operand.second)
    return symbols(operand.operand) if isinstance(operand, Negated) else []


def fault(function: MachineFunction, instr: Instr | Directive, what: str) -> InputError:
    return InputError(what, at=f"function {function.name}, line {instr.line}", fix="the module is not valid PTX")
