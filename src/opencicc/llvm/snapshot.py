"""A function copied into parallel lists of ints, for passes that look at every instruction.

A call through a handle costs about 0.3 us and a pass asks many questions of each instruction, so
passes compute on these lists and then make few edits through handles. The native helper fills
them in one call (0.16 us an instruction); without it the same lists come from plain calls.

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

ARRAYS = (
    "values types kinds opcodes parents block_starts operand_offsets operands incoming user_offsets users"
).split()


class Snapshot:
    """Flat lists about one function, true until it is changed."""

    __slots__ = (
        "arguments",
        "block_starts",
        "blocks",
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

    def __init__(self, arguments: int, blocks: int, instructions: int) -> None:
        self.arguments = arguments
        self.blocks = blocks
        self.instructions = instructions
        self.values: Sequence[int] = ()
        self.types: Sequence[int] = ()
        self.kinds: Sequence[int] = ()
        self.opcodes: Sequence[int] = ()
        self.parents: Sequence[int] = ()
        self.block_starts: Sequence[int] = ()
        self.operand_offsets: Sequence[int] = ()
        self.operands: Sequence[int] = ()
        self.incoming: Sequence[int] = ()
        self.user_offsets: Sequence[int] = ()
        self.users: Sequence[int] = ()

    name = "snapshot"  # as an analysis: analysis/manager.py

    @classmethod
    def compute(cls, function: Function, _: object) -> Snapshot:
        return snapshot(function)

    def __eq__(self, other: object) -> bool:
        names = self.__slots__
        return isinstance(other, Snapshot) and all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]

    @property
    def first_instruction(self) -> int:
        """The value id of instruction number 0."""
        return self.arguments + self.blocks

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


def snapshot(function: Function) -> Snapshot:
    return take(function, services())


def take(function: Function, by: Services) -> Snapshot:
    """A snapshot made with the native helper or without: these lists are the same."""
    counts, arrays = by.snapshot_arrays(function)
    flat = Snapshot(*counts)
    for name, array in zip(ARRAYS, arrays, strict=True):
        setattr(flat, name, array)
    return flat
