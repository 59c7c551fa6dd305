"""A function's instructions counted by classes of opcodes, and those that the asker wants to see one by one.

For questions about many functions that need few instructions of each. A table gives each opcode its class.
"""

from __future__ import annotations

from opencicc.llvm.opcodes import OPCODES, VALUE_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencicc.llvm.ir import Function

    Row = tuple[
        int, int, int, int
    ]  # an instruction, its last operand (of a call: the callee), opcode, the operand's kind

# Classes, as in native/ocx.h: counted, counted as free, free without a condition, free where all operands but the first are
# constant integers, counted with its cases, shown.
PLAIN, FREE, BRANCH, ADDRESS, SWITCH, SHOWN = range(6)
_CONSTANT_INT = VALUE_KINDS.index("constant_int")


class FunctionShape:
    """The counts and the rows of one function."""

    __slots__ = ("blocks", "cases", "free", "instructions", "most_cases", "rows", "switches")

    def __init__(
        self, blocks: int, instructions: int, free: int, switches: int, cases: int, most_cases: int, rows: list[Row]
    ) -> None:
        self.blocks, self.instructions, self.free = blocks, instructions, free
        self.switches, self.cases, self.most_cases = switches, cases, most_cases
        self.rows = rows


def opcode_table(classes: Mapping[str, int]) -> bytes:
    """Names of opcodes and their classes as the table that is asked for; others are PLAIN."""
    table = bytearray(max(OPCODES.values()) + 1)
    for name, one in classes.items():
        table[OPCODES[name]] = one
    return bytes(table)


ALL_ALIKE = opcode_table({})  # for who only wants to know how many there are


def count_shape(function: Function, classes: bytes) -> FunctionShape:
    """The same without the native helper."""
    from opencicc.llvm.snapshot import snapshot

    flat = snapshot(function)
    operands, offsets, kinds, values = flat.operands, flat.operand_offsets, flat.kinds, flat.values
    free = switches = cases = most = 0
    rows: list[Row] = []
    for number, opcode in enumerate(flat.opcodes):
        start, end, found = offsets[number], offsets[number + 1], classes[opcode]
        if found == FREE:
            free += 1
        elif found == BRANCH:
            free += end - start == 1
        elif found == ADDRESS:
            free += all(kinds[operand] == _CONSTANT_INT for operand in operands[start + 1 : end])
        elif found == SWITCH:
            here = end - start - 2  # the condition and the default; case values are no operands
            switches, cases, most = switches + 1, cases + here, max(most, here)
        elif found == SHOWN:
            last = operands[end - 1] if end > start else None
            kind, operand = (kinds[last], values[last]) if last is not None else (-1, 0)
            rows.append((values[flat.first_instruction + number], operand, opcode, kind))
    return FunctionShape(flat.blocks, flat.instructions, free, switches, cases, most, rows)
