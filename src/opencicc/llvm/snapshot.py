"""A function copied into parallel lists of ints, for passes that look at every instruction.

A call through a handle costs about 0.3 us and a pass asks many questions of each instruction, so
passes compute on these lists and then make few edits through handles. The native helper fills
them in one call (0.16 us an instruction), and each becomes a list when it is first asked for: most askers need three of
the eleven. Without the helper the same lists come from plain calls.

Value ids count from zero: arguments, blocks, instructions in block order, then everything else in
order of first use. Instruction number i has id `first_instruction + i`.
"""

from __future__ import annotations

from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.library import load
from opencicc.llvm.services import Services, services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.llvm.services import Arrays

ARRAYS = (
    "values types kinds opcodes parents block_starts operand_offsets operands incoming user_offsets users"
).split()


class Snapshot:
    """Flat lists about one function, true until it is changed."""

    __slots__ = (
        "_rows",
        "arguments",
        "block_starts",
        "blocks",
        "first_instruction",
        "incoming",
        "instructions",
        "kinds",
        "opcodes",
        "operand_offsets",
        "operands",
        "parents",
        "types",
        "user_offsets",
        "users",
        "values",
    )  # fmt: skip

    values: list[int]
    types: list[int]
    kinds: list[int]
    opcodes: list[int]
    parents: list[int]
    block_starts: list[int]
    operand_offsets: list[int]
    operands: list[int]
    incoming: list[int]
    user_offsets: list[int]
    users: list[int]

    def __init__(self, arguments: int, blocks: int, instructions: int, rows: Arrays) -> None:
        self.arguments = arguments
        self.blocks = blocks
        self.instructions = instructions
        self.first_instruction = arguments + blocks  # the value id of instruction number 0
        self._rows = rows

    def __getattr__(self, name: str) -> list[int]:
        """A list that was not asked for before."""
        if name not in ARRAYS:
            raise AttributeError(name)
        row = self._rows[ARRAYS.index(name)]
        made = row.tolist() if isinstance(row, memoryview) else list(row)
        setattr(self, name, made)
        return made

    name = "snapshot"  # as an analysis: analysis/manager.py

    @classmethod
    def compute(cls, function: Function, _: object) -> Snapshot:
        return snapshot(function)

    def __eq__(self, other: object) -> bool:
        """Is all the same but flags, attributes and metadata?"""
        if not isinstance(other, Snapshot) or (self.arguments, self.blocks) != (other.arguments, other.blocks):
            return False
        if type(self._rows) is type(other._rows):
            return self._rows == other._rows
        return all(getattr(self, name) == getattr(other, name) for name in ARRAYS)

    __hash__ = None  # type: ignore[assignment]

    def operands_of(self, number: int) -> Sequence[int]:
        """Value ids of an instruction's operands, by instruction number."""
        return self.operands[self.operand_offsets[number] : self.operand_offsets[number + 1]]

    def users_of(self, value: int) -> Sequence[int]:
        """Value ids of the instructions that use a value, once for each use."""
        return self.users[self.user_offsets[value] : self.user_offsets[value + 1]]

    def block_range(self, block: int) -> range:
        """The numbers of a block's instructions, by block number."""
        return range(self.block_starts[block], self.block_starts[block + 1])

    def instruction(self, number: int) -> Instruction:
        return Instruction(self.values[self.first_instruction + number])

    def value(self, value: int) -> Value:
        return Value(self.values[value])

    def block(self, number: int) -> Block:
        return Block(load().LLVMValueAsBasicBlock(self.values[self.arguments + number]))

    def label(self, number: int) -> str:
        """A block's label (Block.label), by block number."""
        name = self.value(self.arguments + number).name
        return f"%{name}" if name else f"block {number}"


def snapshot(function: Function) -> Snapshot:
    return take(function, services())


def take(function: Function, by: Services) -> Snapshot:
    """A snapshot made with the native helper or without: these lists are the same."""
    counts, arrays = by.snapshot_arrays(function)
    return Snapshot(*counts, arrays)
