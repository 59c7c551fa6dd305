"""Integer instructions as Python functions of unsigned bit patterns."""

from __future__ import annotations

from opencicc.link.evaluate.ieee import GiveUp
from opencicc.link.evaluate.mode import Mode
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
    mask = (1 << width) - 1

    def signed(a: int) -> int:
        return a - (1 << width) if a >> (width - 1) else a

    def truncate_division(a: int, b: int) -> int:
        quotient = abs(signed(a)) // abs(signed(b)) if b else 0
        return -quotient if (signed(a) < 0) != (signed(b) < 0) else quotient

    def guarded(operation: Callable[[int, int], int]) -> Callable[[int, int], int]:
        def checked(a: int, b: int) -> int:
            if not b:
                raise GiveUp("a division by zero")
            return operation(a, b) & mask

        return checked

    def shift(operation: Callable[[int, int], int]) -> Callable[[int, int], int]:
        def checked(a: int, b: int) -> int:
            if b >= width:
                raise GiveUp("a shift past the width")
            return operation(a, b) & mask

        return checked

    table: dict[str, Step] = {
        "add": lambda a, b: (a + b) & mask,
        "sub": lambda a, b: (a - b) & mask,
        "mul": lambda a, b: (a * b) & mask,
        "and": lambda a, b: a & b,
        "or": lambda a, b: a | b,
        "xor": lambda a, b: a ^ b,
        "shl": shift(lambda a, b: a << b),
        "lshr": shift(lambda a, b: a >> b),
        "ashr": shift(lambda a, b: signed(a) >> b),
        "udiv": guarded(lambda a, b: a // b),
        "urem": guarded(lambda a, b: a % b),
        "sdiv": guarded(truncate_division),
        "srem": guarded(lambda a, b: signed(a) - truncate_division(a, b) * signed(b)),
    }
    return table[opcode]


def make_integer_cast(instruction: Instruction, opcode: str, _: Mode) -> Step | None:
    before, after = instruction.operands[0].type.integer_width, instruction.type.integer_width
    if not before or not after:
        return None
    if opcode == "sext":
        grown = (1 << after) - (1 << before)
        return lambda a: a | grown if a >> (before - 1) else a
    mask = (1 << after) - 1
    return lambda a: a & mask


def make_icmp(instruction: Instruction, _: str, __: Mode) -> Step | None:
    width = instruction.operands[0].type.integer_width
    predicate = instruction.predicate
    if not width:
        return None
    half = 1 << (width - 1) if predicate[0] == "s" else 0  # xor with it maps signed order to unsigned
    table: dict[str, Step] = {
        "eq": lambda a, b: int(a == b),
        "ne": lambda a, b: int(a != b),
        "gt": lambda a, b: int(a ^ half > b ^ half),
        "ge": lambda a, b: int(a ^ half >= b ^ half),
        "lt": lambda a, b: int(a ^ half < b ^ half),
        "le": lambda a, b: int(a ^ half <= b ^ half),
    }
    return table[predicate[-2:]]
