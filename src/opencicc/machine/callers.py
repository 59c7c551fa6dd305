"""Which kernels a function of a module may run for: those that name it, in a call or for its address, or name one that does."""

from __future__ import annotations

from opencicc.machine.ir import Address, Group, Instr, MachineModule, Operand, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def kernels_by_function(module: MachineModule) -> dict[str, set[str]]:
    """By the name of a function that is no kernel the names of the kernels it may run for."""
    bodies = {function.name: function for function in module.functions if function.blocks}
    named = {
        name: {one for instr in function.instrs for one in names_in(instr) if one in bodies}
        for name, function in bodies.items()
    }
    found: dict[str, set[str]] = {name: set() for name, function in bodies.items() if not function.is_kernel}
    for kernel, function in bodies.items():
        pending = list(named[kernel]) if function.is_kernel else []
        while pending:
            name = pending.pop()
            if name in found and kernel not in found[name]:
                found[name].add(kernel)
                pending += named[name]
    return found


def names_in(instr: Instr) -> Iterator[str]:
    pending: list[Operand] = list(instr.operands)
    while pending:
        operand = pending.pop()
        if isinstance(operand, Symbol):
            yield operand.name
        elif isinstance(operand, Group):
            pending += operand.items
        elif isinstance(operand, Address) and isinstance(operand.base, Symbol):
            yield operand.base.name
