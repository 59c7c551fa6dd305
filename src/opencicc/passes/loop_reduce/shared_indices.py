"""Loops that index several arrays by one counter of 32 bits, as loops over a grid do.

    for (int i = start; i < n; i += threads) c[i] = a[i] + b[i];

Left alone, each address is one instruction, the counter times the size plus the array's base. Reduced, the loop carries the product
beside the counter and adds it to every base, in two instructions each.
"""

from __future__ import annotations

from opencicc.llvm.names import CONSTANT, LOCAL, SHARED
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import NaturalLoop
    from opencicc.llvm.snapshot import Snapshot

_PHI, _ADD, _GEP = (OPCODES[name] for name in ("phi", "add", "getelementptr"))
EXTENSIONS = frozenset((OPCODES["sext"], OPCODES["zext"]))
NARROW = 32
NEAR_SPACES = (SHARED, CONSTANT, LOCAL)  # their addresses have 32 bits


def count_shared_bases(flat: Snapshot, loop: NaturalLoop) -> int:
    """Arrays that are indexed by one counter of the loop, the most of any of them."""
    if len(loop.latches) != 1:
        return 0
    return max((count_bases(flat, loop, phi) for phi in counters(flat, loop)), default=0)


def counters(flat: Snapshot, loop: NaturalLoop) -> list[int]:
    """Ids of 32-bit values that each trip adds the same to."""
    found = []
    for number in flat.block_range(loop.header):
        if flat.opcodes[number] != _PHI:
            break
        value = flat.first_instruction + number
        if flat.instruction(number).type.integer_width == NARROW and any(
            is_step(flat, loop, value, operand) for operand in flat.operands_of(number)
        ):
            found.append(value)
    return found


def is_step(flat: Snapshot, loop: NaturalLoop, counter: int, value: int) -> bool:
    """Does a value add the same number to the counter in every trip?"""
    number = value - flat.first_instruction
    if not 0 <= number < flat.instructions or flat.opcodes[number] != _ADD or flat.parents[number] not in loop.blocks:
        return False
    left, right = flat.operands_of(number)
    step = right if left == counter else left
    return counter in (left, right) and not is_constant(flat, step) and is_invariant(flat, loop, step)


def is_constant(flat: Snapshot, value: int) -> bool:
    return value >= flat.first_instruction + flat.instructions


def is_invariant(flat: Snapshot, loop: NaturalLoop, value: int) -> bool:
    number = value - flat.first_instruction
    if 0 <= number < flat.instructions:
        return flat.parents[number] not in loop.blocks
    return True  # an argument or a constant


def count_bases(flat: Snapshot, loop: NaturalLoop, counter: int) -> int:
    """Arrays in the loop that are indexed by the counter, or by its sum with what stays the same."""
    indices = [counter, *sums(flat, loop, counter)]
    extensions = {user for index in indices for user in flat.users_of(index) if opcode_of(flat, user) in EXTENSIONS}
    bases = set()
    for extension in extensions:
        for address in flat.users_of(extension):
            if opcode_of(flat, address) == _GEP and flat.parents[address - flat.first_instruction] in loop.blocks:
                base = flat.operands_of(address - flat.first_instruction)[0]
                if base != extension and is_invariant(flat, loop, base):
                    if Type(flat.types[base]).address_space in NEAR_SPACES:
                        return 0
                    bases.add(base)
    return len(bases)


def sums(flat: Snapshot, loop: NaturalLoop, counter: int) -> list[int]:
    found = []
    for user in flat.users_of(counter):
        number = user - flat.first_instruction
        if flat.opcodes[number] == _ADD and flat.parents[number] in loop.blocks:
            left, right = flat.operands_of(number)
            if is_invariant(flat, loop, right if left == counter else left):
                found.append(user)
    return found


def opcode_of(flat: Snapshot, value: int) -> int:
    return flat.opcodes[value - flat.first_instruction]
