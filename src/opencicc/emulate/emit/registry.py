"""The table from opcode to emitter."""

from __future__ import annotations

from collections.abc import Callable

from opencicc.emulate.emit.writer import Writer
from opencicc.machine.ir import Instr

Emitter = Callable[[Writer, Instr], None]
EMITTERS: dict[str, Emitter] = {}
PURE: set[str] = set()


def emitter(*opcodes: str, pure: bool = True) -> Callable[[Emitter], Emitter]:
    """Declare the emitter of some opcodes. Pure ones only write registers: a guard becomes a select."""

    def register(function: Emitter) -> Emitter:
        for opcode in opcodes:
            EMITTERS[opcode] = function
            if pure:
                PURE.add(opcode)
        return function

    return register


def is_pure(instr: Instr) -> bool:
    return instr.base in PURE


def emit(writer: Writer, instr: Instr) -> None:
    """Append the source of one instruction, or say that it is not emulated."""
    writer.begin(instr)
    function = EMITTERS.get(instr.base)
    if function is None:
        raise writer.not_emulated()
    try:
        function(writer, instr)
    except (ValueError, IndexError, KeyError, StopIteration):
        raise writer.not_emulated("its operands or modifiers are not understood") from None
