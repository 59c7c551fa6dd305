"""Which values are alive where: bit sets by value id, at the start and the end of every block and at every point.

A value that takes a register or a predicate is held from its definition to its last use. Stack objects are not: their
address is known to everybody. Constant offsets of an address and casts of pointers fold into the access that uses them,
so what they are made of is kept instead.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.bitsets import Members, pack, unpack
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
        self.is_held = self._held()
        self.held = pack([value for value, found in enumerate(self.is_held) if found])
        self.sources = self._sources()
        self._defined = [0] * flat.blocks
        self._used = [0] * flat.blocks  # before any definition in the block
        to_phis: list[set[int]] = [set() for _ in range(flat.blocks)]  # what a block hands to its successors' phis
        for block in range(flat.blocks):
            self._scan(block, to_phis)
        self._out_of_phis = [pack(values) for values in to_phis]
        self.live_in = [0] * flat.blocks
        self.live_out = list(self._out_of_phis)
        self._solve()
        self._blocks_with: dict[int, set[int]] | None = None

    def points(self, block: int) -> Iterator[tuple[int, int]]:
        """Last instruction first: its number and what is alive right before it; phis are defined by the edges."""
        alive = self.live_out[block]
        for number, gone, come in self.changes(block):
            if gone >= 0:
                alive ^= 1 << gone
            for value in come:
                alive |= 1 << value
            yield number, alive

    def changes(self, block: int) -> Iterator[tuple[int, int, list[int]]]:
        """Last instruction first: its number, the value that is alive no more before it (-1 for none), and those that are."""
        flat, sources, is_held = self.flat, self.sources, self.is_held
        out, opcodes, first = Members(self.live_out[block]), flat.opcodes, flat.first_instruction
        alive: dict[int, bool] = {}  # only what the block names
        known = alive.get
        for number in reversed(flat.block_range(block)):
            value = first + number
            is_alive = known(value)
            gone = value if (value in out if is_alive is None else is_alive) else -1
            alive[value] = False
            come = []
            if opcodes[number] != _PHI and sources[value] == value:
                for operand in flat.operands_of(number):
                    source = sources[operand]
                    if is_held[source]:
                        is_alive = known(source)
                        if not (source in out if is_alive is None else is_alive):
                            alive[source] = True
                            come.append(source)
            yield number, gone, come

    def blocks_with(self, value: int) -> set[int]:
        """The blocks at whose start a value is alive."""
        if self._blocks_with is None:
            self._blocks_with = {}
            for block, values in enumerate(self.live_in):
                for each in unpack(values):
                    self._blocks_with.setdefault(each, set()).add(block)
        return self._blocks_with.get(value, set())

    def alive_before(self, block: int, number: int) -> int:
        """What is alive right before an instruction."""
        changed: set[int] = set()
        for each, gone, come in self.changes(block):
            changed.symmetric_difference_update(come)
            if gone >= 0:
                changed ^= {gone}
            if each == number:
                break
        return self.live_out[block] ^ pack(changed)

    def _held(self) -> list[bool]:
        """By value id: is it an argument or an instruction that a register or a predicate holds?"""
        flat, known = self.flat, dict[int, bool]()
        first, found = flat.first_instruction, [False] * len(flat.values)
        for value in (*range(flat.arguments), *range(first, first + flat.instructions)):
            type_ = flat.types[value]
            if type_ not in known:
                known[type_] = Type(type_).kind not in _NO_REGISTER
            found[value] = known[type_] and not (value >= first and flat.opcodes[value - first] == _ALLOCA)
        return found

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

    def _scan(self, block: int, to_phis: list[set[int]]) -> None:
        flat, is_held, sources = self.flat, self.is_held, self.sources
        first, defined, used = flat.first_instruction, set[int](), set[int]()
        for number in flat.block_range(block):
            operands = [sources[operand] for operand in flat.operands_of(number)]
            if flat.opcodes[number] == _PHI:
                start = flat.operand_offsets[number]
                for index, operand in enumerate(operands):
                    if is_held[operand]:
                        to_phis[flat.incoming[start + index] - flat.arguments].add(operand)
            elif sources[first + number] == first + number:
                used.update([operand for operand in operands if is_held[operand] and operand not in defined])
            defined.add(first + number)
        self._defined[block], self._used[block] = pack(defined), pack(used)

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
