"""Integer instructions as Python functions of unsigned bit patterns."""

from __future__ import annotations

from opencicc.link.evaluate.ieee import GiveUp
from opencicc.link.evaluate.mode import Mode
from opencicc.llvm import integers
from opencicc.llvm.ir import Instruction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Step = Callable[..., Any]


def make_integer(instruction: Instruction, opcode: str, _: Mode) -> Step | None:
    width = instruction.type.integer_width
    if not width:
        return None
    mask, operation = (1 << width) - 1, integers.BINARY[opcode]
    if opcode not in integers.SHIFTS and opcode not in integers.DIVISIONS:
        return lambda a, b: operation(a, b, width) & mask  # type: ignore[operator]
    why = "a division by zero" if opcode in integers.DIVISIONS else "a shift past the width"

    def checked(a: int, b: int) -> int:
        result = operation(a, b, width)
        if result is None:
            raise GiveUp(why)
        return result & mask

    return checked


def make_integer_cast(instruction: Instruction, opcode: str, _: Mode) -> Step | None:
    before, after = instruction.operands[0].type.integer_width, instruction.type.integer_width
    if not before or not after:
        return None
    mask = (1 << after) - 1
    if opcode == "sext":
        return lambda a: integers.signed(a, before) & mask
    return lambda a: a & mask


def make_icmp(instruction: Instruction, _: str, __: Mode) -> Step | None:
    width = instruction.operands[0].type.integer_width
    predicate = instruction.predicate
    if not width:
        return None
    return lambda a, b: int(integers.compare(predicate, a, b, width))
