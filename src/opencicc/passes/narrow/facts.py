"""The 64-bit operations of a function that may be done in 32 bits, by what LLVM proves of their ranges."""

from __future__ import annotations

from opencicc.llvm.ir import Instruction, Value
from opencicc.llvm.services import FITS_SIGNED, FITS_UNSIGNED
from opencicc.passes.narrow.decide import SAVED, Operation
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

NARROW, WIDE = 32, 64
_LOW_HALVES = frozenset(("add", "sub", "mul", "shl", "and", "or", "xor", "phi", "select"))  # ... of operands are enough
_SHIFTS = frozenset(("shl", "lshr", "ashr"))
_OF_WHOLE = frozenset(("lshr", "ashr", "udiv", "urem", "sdiv", "srem"))
_UNSIGNED = {"sdiv": "udiv", "srem": "urem", "ashr": "lshr"}  # the same of numbers that are not negative
_EXTENSIONS = frozenset(("zext", "sext"))


@record
class Narrowable:
    """An operation, how it is done in 32 bits, and how its result is made wide again."""

    instruction: Instruction
    opcode: str
    is_signed: bool  # its result, of a comparison its operands, are extended by their sign
    never_wraps: bool  # ... in 32 bits
    is_never_negative: bool


def narrowables(rows: Iterable[tuple[int, int, int]]) -> dict[int, Narrowable]:
    """Of instructions with what fits 32 bits of their results and operands: those that can be narrow, by their refs."""
    found = {}
    for ref, result, operands in rows:
        instruction = Instruction(ref)
        made = narrowable(instruction, result, operands)
        if made is not None:
            found[ref] = made
    return found


def narrowable(instruction: Instruction, result: int, operands: int) -> Narrowable | None:
    opcode = instruction.opcode
    if opcode not in SAVED or (opcode in _SHIFTS and not is_short_shift(instruction)):
        return None
    if opcode == "icmp":
        is_signed = not operands & FITS_UNSIGNED
        return Narrowable(instruction, opcode, is_signed, False, False) if operands else None
    if opcode in ("phi", "select") and any(each.kind == "undef" for each in instruction.operands):
        return None  # what was proved of the others is not true of it
    if opcode in _OF_WHOLE:
        if operands & FITS_UNSIGNED and result & FITS_UNSIGNED:
            return Narrowable(instruction, _UNSIGNED.get(opcode, opcode), False, False, result == FITS_BOTH)
        if opcode in _UNSIGNED and operands & FITS_SIGNED and result & FITS_SIGNED:
            return Narrowable(instruction, opcode, True, False, False)
        return None
    if opcode not in _LOW_HALVES or not result:
        return None
    is_signed = not result & FITS_UNSIGNED
    fits = FITS_SIGNED if is_signed else FITS_UNSIGNED
    return Narrowable(instruction, opcode, is_signed, bool(operands & fits), result == FITS_BOTH)


FITS_BOTH = FITS_SIGNED | FITS_UNSIGNED


def is_short_shift(instruction: Instruction) -> bool:
    by = instruction.operand(1).integer
    return by is not None and by < NARROW


def operations(found: dict[int, Narrowable]) -> dict[int, Operation]:
    """What narrowing each would save, and what reads what."""
    return {ref: operation(each, found) for ref, each in found.items()}


def operation(each: Narrowable, found: dict[int, Narrowable]) -> Operation:
    read = tuple(operand.ref for operand in each.instruction.operands if operand.ref in found)
    is_read_wide = each.opcode != "icmp" and any(not is_free(user, found) for user in each.instruction.each_user())
    return Operation(saved(each.instruction), read, is_read_wide)


def is_free(user: Value, found: dict[int, Narrowable]) -> bool:
    """Does a reader take 32 bits as well as 64?"""
    return user.ref in found or user.maker in ("getelementptr", "trunc")


def saved(instruction: Instruction) -> int:
    opcode = instruction.opcode
    if opcode == "mul" and is_wide_product(instruction):
        return 0
    if opcode == "add" and any(is_wide_product(operand) for operand in instruction.operands):
        return 0  # one instruction with the product
    return SAVED[opcode]


def is_wide_product(value: Value) -> bool:
    return value.maker == "mul" and all(
        operand.maker in _EXTENSIONS or operand.integer is not None for operand in value.operands
    )
