"""A MachineModule back to text: source text where there is some, the usual layout where not."""

from __future__ import annotations

from opencicc.machine.ir import Block, Instr, MachineFunction, MachineModule


def print_module(module: MachineModule) -> str:
    parts: list[str] = []
    for item in module.items:
        if isinstance(item, MachineFunction):
            _add_function(item, parts)
        else:
            parts.append(item.text)
    parts.append(module.tail_text)
    return "".join(parts)


def print_function(function: MachineFunction) -> str:
    parts: list[str] = []
    _add_function(function, parts)
    return "".join(parts)


def _add_function(function: MachineFunction, parts: list[str]) -> None:
    parts.append(function.header_text)
    for block in function.blocks:
        _add_block(block, parts)
    parts.append(function.tail_text)


def _add_block(block: Block, parts: list[str]) -> None:
    if block.label is not None:
        parts.append(block.label_text or f"\n{block.label}:")
    for statement in block.body:
        text = statement.text
        parts.append(format_instr(statement) if text is None else text)  # type: ignore[arg-type]


def format_instr(instr: Instr) -> str:
    """The layout compilers use: newline, tab, guard, opcode, tab, operands, semicolon."""
    guard = f"{instr.guard} " if instr.guard else ""
    operands = " \t" + ", ".join(map(str, instr.operands)) if instr.operands else ""
    return f"\n\t{guard}{instr.opcode}{operands};"
