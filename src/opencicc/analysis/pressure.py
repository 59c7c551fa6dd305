"""Register pressure on IR: how many 32-bit registers the values that are alive at one place need.

An estimate by the types' sizes: predicates are free, pointers and 64-bit values count two. Code generation and ptxas
move things about: for 37 of the 53 benchmark kernels it is within a quarter of what ptxas reports.
`native/pressure.cpp` says the same faster.
"""

from __future__ import annotations

from opencicc.analysis.flow import Loops
from opencicc.analysis.liveness import Liveness
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

_LOAD, _STORE, _ADDRESS = OPCODES["load"], OPCODES["store"], OPCODES["getelementptr"]
_SMALL = {"half": 1, "bfloat": 1, "float": 1, "double": 2, "pointer": 2}


@record
class RegistersInLoop:
    """What a loop keeps in registers: where most are alive in the function and in the loop; what its loads fill."""

    in_function: int
    most: int
    loaded: int
    accesses: int  # loads and stores
    addresses: int  # computed in it
    depth: int  # 1 for one that is in no other


class Pressure:
    """Registers that the live values of one function need: the most inside each block."""

    name = "pressure"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Pressure:
        return cls(manager.get(Liveness, function))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pressure) and (other.flat, other.most) == (self.flat, self.most)

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, liveness: Liveness) -> None:
        self.liveness = liveness
        self.flat = liveness.flat
        self.weights = self._weights()
        self.most = [self._most_in(block) for block in range(self.flat.blocks)]

    @property
    def registers(self) -> int:
        """The most that are needed anywhere."""
        return max(self.most, default=0)

    def in_loop(self, blocks: Iterable[int], depth: int) -> RegistersInLoop:
        flat, most, loaded, accesses, addresses = self.flat, 0, 0, 0, 0
        for block in blocks:
            most = max(most, self.most[block])
            for number in flat.block_range(block):
                opcode = flat.opcodes[number]
                if opcode == _LOAD:
                    loaded += self.weights[flat.first_instruction + number]
                accesses += opcode in (_LOAD, _STORE)
                addresses += opcode == _ADDRESS
        return RegistersInLoop(self.registers, most, loaded, accesses, addresses, depth)

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
        flat, is_held, known = self.flat, self.liveness.is_held, dict[int, int]()
        weights = [0] * len(flat.values)
        for value in (
            *range(flat.arguments),
            *range(flat.first_instruction, flat.first_instruction + flat.instructions),
        ):
            if is_held[value]:
                type_ = flat.types[value]
                if type_ not in known:
                    known[type_] = count_registers(Type(type_))
                weights[value] = known[type_]
        return weights

    def _most_in(self, block: int) -> int:
        """Weights are added and taken away as values come and go: a function has many points and few changes."""
        weights = self.weights
        now = most = self.weight_of(self.liveness.live_out[block])
        for _, gone, come in self.liveness.changes(block):
            if gone >= 0:
                now -= weights[gone]
            for value in come:
                now += weights[value]
            most = max(most, now)
        return most


@record
class LiveRegisters:
    """The most registers that live values need at one place, and what each loop keeps.

    The helper's count, or Pressure's; loops by LLVM's pointer to their header.
    """

    count: int
    loops: dict[int, RegistersInLoop]

    name = "live-registers"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> LiveRegisters:
        counted = services().pressure(function)
        if counted is None:
            flat, pressure = manager.get(Snapshot, function), manager.get(Pressure, function)
            loops = {
                flat.block(loop.header).ref: pressure.in_loop(loop.blocks, loop.depth)
                for loop in manager.get(Loops, function).found
            }
            return cls(pressure.registers, loops)
        most, found = counted
        loops = {
            loop.header: RegistersInLoop(most, loop.most, loop.loaded, loop.accesses, loop.addresses, loop.depth)
            for loop in found
        }
        return cls(most, loops)

    @property
    def addresses_in_loops(self) -> int:
        """How many addresses loops compute; those of a loop inside another one are among that one's."""
        return sum(loop.addresses for loop in self.loops.values() if loop.depth == 1)


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
