"""The accesses of a function with the spaces they may have, and those that are still generic."""

from __future__ import annotations

from opencicc.analysis.spaces import SpaceWalk
from opencicc.llvm.ir import Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.memspace.roots import generic_pointer
from opencicc.record import record

_LOAD = OPCODES["load"]
ADDRESS_OPERAND = {
    OPCODES[name]: index for name, index in (("load", 0), ("store", 1), ("atomicrmw", 0), ("cmpxchg", 0))
}


@record
class SpaceAccess:
    """A load, store or atomic operation, and the memory that it may touch."""

    instruction: Instruction
    pointer: int
    mask: int
    is_write: bool

    @property
    def text(self) -> str:
        return self.instruction.text.strip()


def find_accesses(walk: SpaceWalk) -> list[SpaceAccess]:
    """All accesses of a function, in order."""
    flat, found = walk.flat, []
    for number, opcode in enumerate(flat.opcodes):
        index = ADDRESS_OPERAND.get(opcode, -1)
        if index >= 0:
            pointer = flat.operands_of(number)[index]
            found.append(SpaceAccess(flat.instruction(number), pointer, walk.of(pointer), opcode != _LOAD))
    return found


def generic_accesses(walk: SpaceWalk) -> list[SpaceAccess]:
    generic = generic_pointer(walk.flat)
    return [access for access in find_accesses(walk) if walk.flat.types[access.pointer] == generic]
