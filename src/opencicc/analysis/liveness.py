"""Which values are alive where: bit sets by value id, at the start and the end of every block and at every point.

A value that takes a register or a predicate is held from its definition to its last use. Stack objects are not: their
address is known to everybody. Constant offsets of an address and casts of pointers fold into the access that uses them,
so what they are made of is kept instead.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function

_PHI, _ALLOCA, _GEP = OPCODES["phi"], OPCODES["alloca"], OPCODES["getelementptr"]
_POINTER_CASTS = frozenset(OPCODES[name] for name in ("addrspacecast", "bitcast", "freeze"))
_NO_REGISTER = frozenset(("void", "label", "metadata", "token"))


class Liveness:
    """Bit n of a set stands for the value with id n of the snapshot: `int.bit_count` counts them."""

    name = "liveness"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Liveness:
        return cls(manager.get(Snapshot, function), manager.get(Flow, function))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Liveness) and (other.flat, other.live_out) == (self.flat, self.live_out)

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, flat: Snapshot, flow: Flow) -> None:
        self.flat = flat
        self.flow = flow
        self.held = self._held()
        self.sources = self._sources()
        self._defined = [0] * flat.blocks
        self._used = [0] * flat.blocks  # before any definition in the block
        self._out_of_phis = [0] * flat.blocks  # what a block hands to its successors' phis
        for block in range(flat.blocks):
            self._scan(block)
        self.live_in = [0] * flat.blocks
        self.live_out = list(self._out_of_phis)
        self._solve()

    def points(self, block: int) -> Iterator[tuple[int, int]]:
        """Last instruction first: its number and what is alive right before it; phis are defined by the edges."""
        flat, sources, held = self.flat, self.sources, self.held
        alive = self.live_out[block]
        for number in reversed(flat.block_range(block)):
            value = flat.first_instruction + number
            alive &= ~(1 << value)
            if flat.opcodes[number] != _PHI and sources[value] == value:
                for operand in flat.operands_of(number):
                    alive |= held & 1 << sources[operand]
            yield number, alive

    def _held(self) -> int:
        """Arguments and instructions that a register or a predicate holds."""
        flat, known, held = self.flat, dict[int, bool](), 0
        first = flat.first_instruction
        for value in (*range(flat.arguments), *range(first, first + flat.instructions)):
            type_ = flat.types[value]
            if type_ not in known:
                known[type_] = Type(type_).kind not in _NO_REGISTER
            if known[type_] and not (value >= first and flat.opcodes[value - first] == _ALLOCA):
                held |= 1 << value
        return held

    def _sources(self) -> list[int]:
        """By value id what has to be kept for it."""
        flat = self.flat
        first, end = flat.first_instruction, flat.first_instruction + flat.instructions
        sources = list(range(len(flat.values)))
        for number, opcode in enumerate(flat.opcodes):
            if opcode in _POINTER_CASTS or opcode == _GEP:
                operands = flat.operands_of(number)
                if opcode != _GEP or all(operand >= end for operand in operands[1:]):
                    sources[first + number] = sources[operands[0]]
        return sources

    def _scan(self, block: int) -> None:
        flat, held, sources = self.flat, self.held, self.sources
        defined = used = 0
        for number in flat.block_range(block):
            operands = [sources[operand] for operand in flat.operands_of(number)]
            if flat.opcodes[number] == _PHI:
                start = flat.operand_offsets[number]
                for index, operand in enumerate(operands):
                    self._out_of_phis[flat.incoming[start + index] - flat.arguments] |= held & 1 << operand
            elif sources[flat.first_instruction + number] == flat.first_instruction + number:
                for operand in operands:
                    used |= held & 1 << operand & ~defined
            defined |= 1 << (flat.first_instruction + number)
        self._defined[block], self._used[block] = defined, used

    def _solve(self) -> None:
        order = self.flow.order[::-1]
        changed = True
        while changed:
            changed = False
            for block in order:
                out = self._out_of_phis[block]
                for after in self.flow.successors[block]:
                    out |= self.live_in[after]
                self.live_out[block] = out
                start = self._used[block] | (out & ~self._defined[block])
                if start != self.live_in[block]:
                    self.live_in[block] = start
                    changed = True
