"""What the trips of a loop can change for its instructions, found once for all of them.

Most instructions of a loop cost the same in every trip: nothing makes their operands constants. They are counted by
block, and a simulation of the trips (simulate.py) looks at the others alone: arithmetic on counters, addresses of local
arrays and constant tables, loads from those, branches on any of them.

"May be known" is the least set that constants, phis and folding build up, so what is outside of it never is.
"""

from __future__ import annotations

from opencicc.analysis.known_integers import FOLDABLE, Fold, constant, read_fold
from opencicc.llvm.ir import GlobalVariable
from opencicc.llvm.opcodes import OPCODES
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.passes.unroll.view import FunctionView

FREE = frozenset(OPCODES[name] for name in ("phi", "bitcast", "addrspacecast", "freeze", "getelementptr"))
_PHI, _BR = OPCODES["phi"], OPCODES["br"]
_LOAD, _STORE, _ALLOCA, _SELECT = OPCODES["load"], OPCODES["store"], OPCODES["alloca"], OPCODES["select"]
_POINTER_STEPS = frozenset(OPCODES[name] for name in ("bitcast", "addrspacecast", "freeze", "getelementptr"))
_WORTH_A_LOOK = FOLDABLE | _POINTER_STEPS | {_PHI, _LOAD}
NOWHERE = -1


@record
class Pointer:
    """An address: at a constant distance from an array where its base is and its indices are known."""

    value: int
    base: int
    is_base_fixed: bool
    indices: tuple[int, ...]


@record
class Access:
    """A load or store: no cost at a constant subscript; of a constant table it gives a known value."""

    value: int  # NOWHERE for one that gives none
    pointer: int


@record
class Arithmetic:
    """An instruction that folds where its operands are known; a select needs its condition alone."""

    value: int
    operands: tuple[int, ...]
    fold: Fold | None
    is_select: bool


@record
class Phi:
    """What a phi takes: by the block that it comes from."""

    value: int
    by_block: dict[int, int]


@record
class BlockPlan:
    """A block: what it costs in every trip, and what has to be looked at."""

    size: int
    rolled: int
    unrolled: int
    phis: tuple[Phi, ...]
    changing: tuple[Pointer | Access | Arithmetic, ...]
    condition: int  # of a branch that may be decided, else NOWHERE
    if_true: int
    if_false: int
    successors: list[int]


class TripPlan:
    """The blocks of a loop in order, each with its plan; `constants` are operands known in all trips."""

    def __init__(self, view: FunctionView, header: int, latch: int, order: list[int]) -> None:
        self.view, self.flat = view, view.flat
        self.header, self.latch, self.order = header, latch, order
        self.constants: dict[int, int] = {}
        self._looked_up: set[int] = set()
        self._may_be_known: set[int] = set()
        self._may_be_fixed: set[int] = set()
        self._folds: dict[int, Fold | None] = {}
        self._open: set[int] = set()  # values of the loop that may still turn out to be known
        self._spread()
        self.blocks = {block: self._plan(block) for block in order}

    def may_be_known(self, value: int) -> bool:
        if value in self._may_be_known or value in self.constants:
            return True
        if value in self._looked_up:
            return False
        self._looked_up.add(value)
        number = value - self.flat.first_instruction
        found = constant(self.flat, value) if not 0 <= number < self.flat.instructions else None
        if found is not None:
            self.constants[value] = found
        return found is not None

    def _spread(self) -> None:
        """Until nothing is added: a phi of a header may bring in what its latch makes."""
        opcodes = self.flat.opcodes
        numbers = (number for block in self.order for number in self.flat.block_range(block))
        waiting = [number for number in numbers if opcodes[number] in _WORTH_A_LOOK]
        self._open = {self.flat.first_instruction + number for number in waiting}
        before = -1
        while len(self._may_be_known) + len(self._may_be_fixed) > before:
            before = len(self._may_be_known) + len(self._may_be_fixed)
            waiting = [number for number in waiting if not self._is_settled(number)]

    def _is_settled(self, number: int) -> bool:
        is_settled = self._spread_to(number)
        if is_settled:
            self._open.discard(self.flat.first_instruction + number)
        return is_settled

    def _spread_to(self, number: int) -> bool:
        """Is all said about this instruction? Else something that it reads may still turn out to be known."""
        flat = self.flat
        opcode = flat.opcodes[number]
        value, operands = flat.first_instruction + number, flat.operands_of(number)
        if opcode == _PHI:
            missing = self._missing(operands)
            if len(missing) < len(operands):  # one of them is enough
                self._may_be_known.add(value)
                return True
            return self._open.isdisjoint(missing)
        if opcode == _LOAD or opcode in _POINTER_STEPS:
            base = operands[0]
            is_fixed = base in self._may_be_fixed or (opcode != _LOAD and self._is_array_itself(base))
            if not is_fixed:
                return base not in self._open
        missing = self._missing(operands[1:] if opcode in _POINTER_STEPS else () if opcode == _LOAD else operands)
        if missing:
            return not self._open.issuperset(missing)
        if opcode in _POINTER_STEPS:
            self._may_be_fixed.add(value)
        elif self._is_constant_table(self.view.trace(operands[0])) if opcode == _LOAD else self._fold(number):
            self._may_be_known.add(value)
        return True

    def _missing(self, operands: Sequence[int]) -> list[int]:
        return [operand for operand in operands if not self.may_be_known(operand)]

    def _fold(self, number: int) -> Fold | None:
        if number not in self._folds:
            self._folds[number] = read_fold(self.flat, number)
        return self._folds[number]

    def _plan(self, block: int) -> BlockPlan:
        flat = self.flat
        rolled = unrolled = 0
        phis: list[Phi] = []
        changing: list[Pointer | Access | Arithmetic] = []
        numbers = flat.block_range(block)
        for number in numbers:
            opcode = flat.opcodes[number]
            rolled += opcode not in FREE
            if opcode == _PHI:
                phis.append(self._phi(number))
            elif opcode != _BR:
                found = self._changing(number)
                if found is not None:
                    changing.append(found)
                else:
                    unrolled += opcode not in FREE
        branch, successors = flat.operands_of(numbers[-1]), self.view.flow.successors[block]
        condition = if_true = if_false = NOWHERE
        if flat.opcodes[numbers[-1]] == _BR and len(branch) == 3:
            if self.may_be_known(branch[0]):
                condition, if_false, if_true = branch[0], branch[1] - flat.arguments, branch[2] - flat.arguments
            else:
                unrolled += 1
        return BlockPlan(
            len(numbers), rolled, unrolled, tuple(phis), tuple(changing), condition, if_true, if_false, successors
        )

    def _phi(self, number: int) -> Phi:
        flat, start = self.flat, self.flat.operand_offsets[number]
        by_block: dict[int, int] = {}
        for index, operand in enumerate(flat.operands_of(number)):
            by_block.setdefault(flat.incoming[start + index] - flat.arguments, operand)
        return Phi(flat.first_instruction + number, by_block)

    def _changing(self, number: int) -> Pointer | Access | Arithmetic | None:
        """How an instruction may fold, None where it never does."""
        flat = self.flat
        value, opcode, operands = flat.first_instruction + number, flat.opcodes[number], flat.operands_of(number)
        if value in self._may_be_fixed:
            return Pointer(value, operands[0], self._is_array_itself(operands[0]), tuple(operands[1:]))
        if opcode == _LOAD and operands[0] in self._may_be_fixed:
            return Access(value if value in self._may_be_known else NOWHERE, operands[0])
        if opcode == _STORE and operands[1] in self._may_be_fixed:
            return Access(NOWHERE, operands[1])
        is_select = opcode == _SELECT and self.may_be_known(operands[0])
        if opcode not in (_LOAD, _STORE) and (value in self._may_be_known or is_select):
            return Arithmetic(value, tuple(operands), self._fold(number), is_select)
        return None

    def _is_array_itself(self, pointer: int) -> bool:
        return pointer == self.view.trace(pointer) and self._is_array(pointer)

    def _is_array(self, base: int) -> bool:
        flat = self.flat
        number = base - flat.first_instruction
        return (0 <= number < flat.instructions and flat.opcodes[number] == _ALLOCA) or self._is_constant_table(base)

    def _is_constant_table(self, base: int) -> bool:
        found = self.flat.value(base)
        return found.kind == "global_variable" and GlobalVariable(found.ref).is_read_only
