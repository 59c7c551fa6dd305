"""A function copied into parallel lists of ints, for passes that look at every instruction.

A call through a handle costs about 0.3 us and a pass asks many questions of each instruction, so
passes compute on these lists and then make few edits through handles. The native helper fills
them in one call (0.16 us an instruction); without it the same lists come from plain calls.

Value ids count from zero: arguments, blocks, instructions in block order, then everything else in
order of first use. Instruction number i has id `first_instruction + i`.
"""

from __future__ import annotations

from opencicc.llvm import helper
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.llvm.library import load
from opencicc.llvm.opcodes import OPCODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_PHI = OPCODES["phi"]


class Snapshot:
    """Flat lists about one function, true until it is changed."""

    __slots__ = (
        "arguments", "blocks", "instructions", "values", "types", "kinds", "opcodes", "parents", "block_starts",
        "operand_offsets", "operands", "incoming", "user_offsets", "users",
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
    native = helper.load()
    return _fast(function, native) if native is not None else _plain(function)


def _fast(function: Function, native: helper.NativeHelper) -> Snapshot:
    counts, block = native.snapshot(function.ref)
    view = memoryview(block)
    shot = Snapshot(counts.arguments, counts.blocks, counts.instructions)
    values, instructions, blocks, operands = counts.values, counts.instructions, counts.blocks, counts.operands
    position = 0
    layout = (
        ("values", "q", values), ("types", "q", values), ("kinds", "i", values), ("opcodes", "i", instructions),
        ("parents", "i", instructions), ("block_starts", "i", blocks + 1), ("operand_offsets", "i", instructions + 1),
        ("operands", "i", operands), ("incoming", "i", operands), ("user_offsets", "i", values + 1),
        ("users", "i", operands),
    )  # fmt: skip
    for name, code, length in layout:
        end = position + length * (8 if code == "q" else 4)
        part = view[position:end]
        setattr(shot, name, (part.cast("q") if code == "q" else part.cast("i")).tolist())
        position = end
    return shot


def _plain(function: Function) -> Snapshot:
    lib = load()
    arguments = [p.ref for p in function.params]
    blocks = list(function.blocks)
    block_values = [lib.LLVMBasicBlockAsValue(b.ref) for b in blocks]
    bodies = [[i.ref for i in b.instructions] for b in blocks]
    instructions = [ref for body in bodies for ref in body]
    shot = Snapshot(len(arguments), len(blocks), len(instructions))
    values = [*arguments, *block_values, *instructions]
    ids = {ref: number for number, ref in enumerate(values)}
    opcode_of, count_of, operand_of = lib.LLVMGetInstructionOpcode, lib.LLVMGetNumOperands, lib.LLVMGetOperand
    opcodes = [opcode_of(ref) for ref in instructions]
    operands: list[int] = []
    incoming: list[int] = []
    offsets = [0]
    for ref, opcode in zip(instructions, opcodes, strict=True):
        for index in range(count_of(ref)):
            operand = operand_of(ref, index)
            if operand not in ids:
                ids[operand] = len(values)
                values.append(operand)
            operands.append(ids[operand])
            from_block = lib.LLVMBasicBlockAsValue(lib.LLVMGetIncomingBlock(ref, index)) if opcode == _PHI else 0
            incoming.append(ids[from_block] if from_block else -1)
        offsets.append(len(operands))
    shot.values, shot.opcodes, shot.operands, shot.incoming, shot.operand_offsets = (
        values,
        opcodes,
        operands,
        incoming,
        offsets,
    )
    shot.types = [lib.LLVMTypeOf(ref) for ref in values]
    shot.kinds = [lib.LLVMGetValueKind(ref) for ref in values]
    shot.parents = [number for number, body in enumerate(bodies) for _ in body]
    starts = [0]
    for body in bodies:
        starts.append(starts[-1] + len(body))
    shot.block_starts = starts
    shot.user_offsets, shot.users = _users(len(values), offsets, operands, shot.first_instruction)
    return shot


def _users(values: int, offsets: list[int], operands: list[int], first: int) -> tuple[list[int], list[int]]:
    users: list[list[int]] = [[] for _ in range(values)]
    for number in range(len(offsets) - 1):
        for operand in operands[offsets[number] : offsets[number + 1]]:
            users[operand].append(first + number)
    user_offsets = [0]
    for found in users:
        user_offsets.append(user_offsets[-1] + len(found))
    return user_offsets, [user for found in users for user in found]
