"""The accesses of a function that are generic, and the spaces they may have."""

from __future__ import annotations

from opencicc.analysis.spaces import SpaceWalk
from opencicc.llvm.ir import Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.memspace.roots import generic_pointer
from opencicc.record import record

ADDRESS_OPERAND = {
    OPCODES[name]: index for name, index in (("load", 0), ("store", 1), ("atomicrmw", 0), ("cmpxchg", 0))
}


@record
class GenericAccess:
    """A load, store or atomic operation through a generic pointer."""

    instruction: Instruction
    mask: int

    @property
    def text(self) -> str:
        return self.instruction.text.strip()


def generic_accesses(walk: SpaceWalk) -> list[GenericAccess]:
    flat, generic = walk.flat, generic_pointer(walk.flat)
    found = []
    for number, opcode in enumerate(flat.opcodes):
        index = ADDRESS_OPERAND.get(opcode, -1)
        if index < 0:
            continue
        pointer = flat.operands_of(number)[index]
        if flat.types[pointer] == generic:
            found.append(GenericAccess(flat.instruction(number), walk.of(pointer)))
    return found
