"""Integers of a function that are known without running it: constants, what instructions make of them, phis of loops."""

from __future__ import annotations

from opencicc.llvm import integers
from opencicc.llvm.ir import Value
from opencicc.llvm.opcodes import OPCODE_NAMES, OPCODES
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.analysis.flow import NaturalLoop
    from opencicc.llvm.snapshot import Snapshot

# A constant whose number is not worked out: an element of a constant table.
KNOWN = -1  # never an ordinary value here: those are unsigned
_PHI, _ICMP = OPCODES["phi"], OPCODES["icmp"]
_FOLDABLE = frozenset((*integers.BINARY, *integers.CASTS, "icmp", "select"))
FOLDABLE = frozenset(OPCODES[name] for name in _FOLDABLE)
_WIDEST = 64


def constant(flat: Snapshot, value: int) -> int | None:
    """An integer constant, by value id."""
    return Value(flat.values[value]).integer


@record
class Fold:
    """How an integer instruction folds, whatever its operands are."""

    opcode: str
    predicate: str
    from_width: int
    width: int

    def of(self, values: list[int]) -> int | None:
        return fold(self.opcode, self.predicate, values, self.from_width, self.width)


def read_fold(flat: Snapshot, number: int) -> Fold | None:
    """None for an instruction that folds to no integer of at most 64 bits."""
    opcode, width = flat.opcodes[number], Type(flat.types[flat.first_instruction + number]).integer_width
    if OPCODE_NAMES[opcode] not in _FOLDABLE or not 0 < width <= _WIDEST:
        return None
    predicate = flat.instruction(number).predicate if opcode == _ICMP else ""
    from_width = Type(flat.types[flat.operands_of(number)[0]]).integer_width
    return Fold(OPCODE_NAMES[opcode], predicate, from_width, width)


def fold_instruction(flat: Snapshot, number: int, inputs: Sequence[int | None]) -> int | None:
    """The integer that an instruction makes of known operands, None where that can't be told."""
    known = [each for each in inputs if each is not None]
    if len(known) < len(inputs):
        return None
    found = read_fold(flat, number)
    return found.of(known) if found is not None else None


def fold(opcode: str, predicate: str, values: list[int], from_width: int, width: int) -> int | None:
    """The result as an unsigned number, KNOWN if it is a constant nobody worked out, None if it does not fold."""
    if KNOWN in values:
        return KNOWN
    if opcode == "icmp":
        return int(integers.compare(predicate, values[0], values[1], from_width))
    if opcode == "select":
        return values[1] if values[0] else values[2]
    return integers.fold(opcode, values, from_width, width)


def phi_values(flat: Snapshot, loop: NaturalLoop, phi: int) -> tuple[int | None, int | None]:
    """(value at entry, value from the only latch) of a phi in the loop's header with just these two."""
    number = phi - flat.first_instruction
    if not 0 <= number < flat.instructions or flat.opcodes[number] != _PHI or flat.parents[number] != loop.header:
        return None, None
    start = flat.operand_offsets[number]
    values = flat.operands_of(number)
    if len(values) != 2:
        return None, None
    from_latch = [flat.incoming[start + i] - flat.arguments == loop.latches[0] for i in range(2)]
    if sum(from_latch) != 1:
        return None, None
    return values[from_latch.index(False)], values[from_latch.index(True)]
