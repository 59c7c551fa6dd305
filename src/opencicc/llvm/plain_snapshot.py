"""A snapshot's arrays by plain calls of libLLVM's C API: the slow way, without the native helper."""

from __future__ import annotations

from opencicc.llvm.library import load
from opencicc.llvm.opcodes import OPCODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function
    from opencicc.llvm.services import SnapshotArrays

_PHI = OPCODES["phi"]


def plain_arrays(function: Function) -> SnapshotArrays:
    """Counts and arrays, in the order of snapshot.ARRAYS."""
    lib = load()
    arguments = [p.ref for p in function.params]
    blocks = list(function.blocks)
    block_values = [lib.LLVMBasicBlockAsValue(b.ref) for b in blocks]
    bodies = [[i.ref for i in b.instructions] for b in blocks]
    instructions = [ref for body in bodies for ref in body]
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
    types = [lib.LLVMTypeOf(ref) for ref in values]
    kinds = [lib.LLVMGetValueKind(ref) for ref in values]
    parents = [number for number, body in enumerate(bodies) for _ in body]
    starts = [0]
    for body in bodies:
        starts.append(starts[-1] + len(body))
    counts = len(arguments), len(blocks), len(instructions)
    users = _users(len(values), offsets, operands, len(arguments) + len(blocks))
    return counts, [values, types, kinds, opcodes, parents, starts, offsets, operands, incoming, *users]


def _users(values: int, offsets: list[int], operands: list[int], first: int) -> tuple[list[int], list[int]]:
    users: list[list[int]] = [[] for _ in range(values)]
    for number in range(len(offsets) - 1):
        for operand in operands[offsets[number] : offsets[number + 1]]:
            users[operand].append(first + number)
    user_offsets = [0]
    for found in users:
        user_offsets.append(user_offsets[-1] + len(found))
    return user_offsets, [user for found in users for user in found]
