"""Loads and stores whose addresses differ by a constant, and where one base for them can stand."""

from __future__ import annotations

from opencicc.llvm.ir import Instruction, Value
from opencicc.llvm.names import CONSTANT, GENERIC, GLOBAL, LOCAL, SHARED
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type
from opencicc.passes.addresses.terms import Address, Decomposer
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.analysis.flow import Flow
    from opencicc.llvm.snapshot import Snapshot

SPACES = (GENERIC, GLOBAL, SHARED, CONSTANT, LOCAL)  # where addresses are 64 bits wide
_LOAD, _STORE = OPCODES["load"], OPCODES["store"]


@record
class Member:
    """A load or a store by its instruction number, in its block, and its address taken apart."""

    number: int
    block: int
    pointer: Value
    address: Address


@record
class Group:
    """Members of one base, in order of their offsets."""

    members: tuple[Member, ...]

    @property
    def anchor(self) -> int:
        """The smallest offset: the others are that much and more away from it."""
        return self.members[0].address.offset

    @property
    def blocks(self) -> set[int]:
        return {member.block for member in self.members}

    @property
    def pointers(self) -> set[int]:
        return {member.pointer.ref for member in self.members}

    @property
    def steps(self) -> int:
        """Instructions that the variable part takes, at most."""
        return max(member.address.steps for member in self.members)


def access_pointer(flat: Snapshot, number: int) -> int:
    """The value id of what a load or a store accesses, or -1."""
    opcode = flat.opcodes[number]
    if opcode == _LOAD:
        return flat.operands_of(number)[0]
    return flat.operands_of(number)[1] if opcode == _STORE else -1


def collect(flat: Snapshot, blocks: Iterable[int], decomposer: Decomposer, most: int = -1) -> list[Group]:
    """Groups of two and more different addresses with a variable part, of the accesses in these blocks.

    Members at one constant address apart from a root alone have no base to share: code generation folds the constant.
    """
    found: dict[object, list[Member]] = {}
    seen: dict[int, Address] = {}
    looked = 0
    for block in blocks:
        for number in flat.block_range(block):
            pointer = access_pointer(flat, number)
            if pointer < flat.first_instruction or Type(flat.types[pointer]).address_space not in SPACES:
                continue
            looked += 1
            if 0 <= most < looked:
                break
            if pointer not in seen:
                seen[pointer] = decomposer.decompose(flat.value(pointer))
            address = seen[pointer]
            if address.terms:
                found.setdefault(address.base, []).append(Member(number, block, flat.value(pointer), address))
    groups = []
    for members in found.values():
        members.sort(key=lambda member: (member.address.offset, member.number))
        group = Group(tuple(members))
        if len(group.pointers) > 1:
            groups.append(group)
    return groups


def common_block(flow: Flow, blocks: Iterable[int], levels: int = -1) -> int:
    """The nearest block that dominates all of these, not more than `levels` up from any; -1 where there is none."""
    wanted = list(blocks)
    best = wanted[0]
    for other in wanted[1:]:
        best = flow.common_dominator(best, other)
    if levels >= 0 and any(count_levels(flow, block, best) > levels for block in wanted):
        return -1
    return best


def count_levels(flow: Flow, block: int, upper: int) -> int:
    count = 0
    while block != upper:
        block, count = flow.immediate_dominators[block], count + 1
    return count


class Placer:
    """Says where a base can be computed."""

    def __init__(self, flat: Snapshot, flow: Flow) -> None:
        self._flat = flat
        self._flow = flow
        first = flat.first_instruction
        self._numbers = {flat.values[first + number]: number for number in range(flat.instructions)}

    def place_in(self, group: Group, block: int) -> Instruction | None:
        """In this block: before the first access there, or at its end; None where a part of the address comes later."""
        flat = self._flat
        inside = [member.number for member in group.members if member.block == block]
        place = min(inside, default=flat.block_starts[block + 1] - 1)
        address = group.members[0].address
        for part in (address.root, *(term.value for term in address.terms)):
            number = self._numbers.get(part.ref, -1)
            if number < 0:
                continue  # an argument, a global
            home = flat.parents[number]
            if number >= place if home == block else not self._flow.dominates(home, block):
                return None
        return flat.instruction(place)
