"""The pointers of a function whose space is not written in its chain: loads, calls, numbers made pointers.

LLVM's infer-address-spaces follows chains (address computations, phis, selects) from casts, stack objects and kernel
parameters, but stops at these. Here each of them that is used as an address gets the one space that spaces.py proves.
"""

from __future__ import annotations

from opencicc.analysis.spaces import SpaceWalk, resolve
from opencicc.llvm.names import GENERIC
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.snapshot import Snapshot

_ROOTS = frozenset(OPCODES[name] for name in ("load", "inttoptr", "call", "extractvalue"))
_STORE, _CALL, _GEP = OPCODES["store"], OPCODES["call"], OPCODES["getelementptr"]
_ADDRESS_USES = frozenset(
    OPCODES[name] for name in ("load", "getelementptr", "phi", "select", "atomicrmw", "cmpxchg", "freeze", "bitcast")
)


@record
class Root:
    """A value id, the number of the instruction, and the space that it is proven to have."""

    value: int
    number: int
    space: int


def find_roots(walk: SpaceWalk) -> list[Root]:
    """All instructions of the function that can be settled, in order."""
    flat, generic = walk.flat, generic_pointer(walk.flat)
    found: list[Root] = []
    if not generic:
        return found
    for number, opcode in enumerate(flat.opcodes):
        value = flat.first_instruction + number
        if opcode in _ROOTS and flat.types[value] == generic and is_used_as_address(flat, value):
            space = resolve(walk.of(value))
            if space != GENERIC:
                found.append(Root(value, number, space))
    return found


def generic_pointer(flat: Snapshot) -> int:
    """The type `ptr`, 0 where no value of the function has it."""
    for ref in set(flat.types):
        type_ = Type(ref)
        if type_.kind == "pointer" and type_.address_space == GENERIC:
            return ref
    return 0


def is_access(name: str) -> bool:
    """Is it an intrinsic that may reach through a pointer? Where a stack object's life begins and ends, nothing does."""
    return name.startswith("llvm.") and not name.startswith("llvm.lifetime.")


def is_used_as_address(flat: Snapshot, value: int) -> bool:
    """Does an access, or a computation that may end in one, use the pointer?"""
    for user in flat.users_of(value):
        number = user - flat.first_instruction
        opcode = flat.opcodes[number]
        if opcode in _ADDRESS_USES:
            return True
        operands = flat.operands_of(number)
        if opcode == _STORE and operands[1] == value:
            return True
        if opcode == _CALL and operands[-1] != value and is_access(flat.instruction(number).callee_name):
            return True
    return False
