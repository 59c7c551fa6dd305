"""The dynamic cost of complete unrolling: run the loop's trips on what is known, and count what folding leaves.

An instruction costs nothing in a copy when its operands are constants there: arithmetic on the induction variable,
loads from constant tables, branches on either. So do accesses to a local array at a constant subscript, because the
element becomes a register. Everything else costs one, as it does in the loop.
"""

from __future__ import annotations

from opencicc.analysis.known_integers import KNOWN, constant, fold_instruction
from opencicc.llvm.ir import GlobalVariable
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.unroll.model import DynamicCost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.passes.unroll.view import FunctionView

MAX_STEPS = 20_000  # instructions looked at; about as many microseconds
_FREE = frozenset(OPCODES[name] for name in ("phi", "bitcast", "addrspacecast", "freeze", "getelementptr"))
_PHI, _BR, _GEP = OPCODES["phi"], OPCODES["br"], OPCODES["getelementptr"]
_LOAD, _STORE, _ALLOCA, _SELECT = OPCODES["load"], OPCODES["store"], OPCODES["alloca"], OPCODES["select"]
_POINTER_CASTS = frozenset(OPCODES[name] for name in ("bitcast", "addrspacecast", "freeze"))


def simulate(view: FunctionView, header: int, latch: int, trips: int, threshold: int) -> DynamicCost | None:
    """Costs of `trips` trips of an innermost loop, given by LLVM's pointers to two of its blocks.

    Folding earns `rolled / unrolled` times the threshold. Where even the most that can be rolled would not earn what
    is left already, the rest of the trips is not run.
    """
    return _Simulation(view, header, latch).run(trips, threshold)


class _Simulation:
    def __init__(self, view: FunctionView, header: int, latch: int) -> None:
        self.view = view
        self.flat = view.flat
        self.header, self.latch = view.block_numbers[header], view.block_numbers[latch]
        blocks = view.loop_blocks(header, latch)
        self.order = sorted(blocks, key=lambda block: view.flow.position[block])
        self.values: dict[int, int | None] = {}  # what is known in the current trip
        self.addresses: set[int] = set()  # pointers at a constant distance from a local array or constant table
        self.latched: dict[int, int | None] = {}
        self.rolled = self.unrolled = self.steps = 0

    def run(self, trips: int, threshold: int) -> DynamicCost | None:
        most_a_trip = sum(
            self.flat.opcodes[number] not in _FREE for block in self.order for number in self.flat.block_range(block)
        )
        for trip in range(trips):
            self.values, before = {}, self.values
            self.addresses = set()
            if not self.run_trip(trip, before):
                return None
            most_rolled = self.rolled + (trips - 1 - trip) * most_a_trip
            if self.unrolled**2 > threshold * most_rolled:
                return DynamicCost(most_rolled, self.unrolled, is_least=trip + 1 < trips)
        return DynamicCost(self.rolled, self.unrolled)

    def run_trip(self, trip: int, before: dict[int, int | None]) -> bool:
        reached = {self.header}
        came_from: dict[int, set[int]] = {}
        for block in self.order:
            if block not in reached:
                continue
            for number in self.flat.block_range(block):
                self.steps += 1
                if self.flat.opcodes[number] == _PHI:
                    self.enter(number, block, trip, before, came_from.get(block, set()))
                else:
                    self.step(number)
            for target in self.targets(block):
                reached.add(target)
                came_from.setdefault(target, set()).add(block)
        return self.steps <= MAX_STEPS

    def enter(self, number: int, block: int, trip: int, before: dict[int, int | None], origins: set[int]) -> None:
        """A phi: at the header the value of the last trip, elsewhere that of the only edge that was taken."""
        flat, start = self.flat, self.flat.operand_offsets[number]
        operands = flat.operands_of(number)
        edges = [flat.incoming[start + i] - flat.arguments for i in range(len(operands))]
        if block == self.header:
            if trip:
                self.set(number, self.known(operands[edges.index(self.latch)], before))
            else:
                outside = [o for o, edge in zip(operands, edges, strict=True) if edge != self.latch]
                self.set(number, self.known(outside[0], {}) if len(outside) == 1 else None)
        elif len(origins) == 1:
            self.set(number, self.known(operands[edges.index(*origins)], self.values))

    def step(self, number: int) -> None:
        flat = self.flat
        opcode = flat.opcodes[number]
        if opcode not in _FREE:
            self.rolled += 1
        operands = flat.operands_of(number)
        if opcode in _POINTER_CASTS or opcode == _GEP:
            self.follow_pointer(number, opcode, operands)
        elif opcode in (_LOAD, _STORE):
            pointer = operands[opcode == _STORE]
            if pointer in self.addresses:
                if opcode == _LOAD and self.is_constant_table(self.view.trace(pointer)):
                    self.set(number, KNOWN)
                return
            self.unrolled += 1
        else:
            self.compute(number, opcode, operands)

    def compute(self, number: int, opcode: int, operands: Sequence[int]) -> None:
        if opcode == _BR:
            self.unrolled += len(operands) == 3 and self.known(operands[0], self.values) is None
            return
        inputs = [self.known(operand, self.values) for operand in operands]
        result = fold_instruction(self.flat, number, inputs)
        if result is not None:
            self.set(number, result)
            return
        if opcode == _SELECT and isinstance(inputs[0], int) and inputs[0] is not KNOWN:
            return  # one of its operands stands in for it
        self.unrolled += opcode not in _FREE

    def follow_pointer(self, number: int, opcode: int, operands: Sequence[int]) -> None:
        base = operands[0]
        is_fixed = base in self.addresses or (self.is_array(self.view.trace(base)) and base == self.view.trace(base))
        if is_fixed and all(self.known(index, self.values) is not None for index in operands[1:]):
            self.addresses.add(self.flat.first_instruction + number)

    def is_array(self, base: int) -> bool:
        flat = self.flat
        number = base - flat.first_instruction
        return (0 <= number < flat.instructions and flat.opcodes[number] == _ALLOCA) or self.is_constant_table(base)

    def is_constant_table(self, base: int) -> bool:
        found = self.flat.value(base)
        return found.kind == "global_variable" and GlobalVariable(found.ref).is_read_only

    def targets(self, block: int) -> list[int]:
        """The blocks of the loop that may come next."""
        flat = self.flat
        branch = flat.block_starts[block + 1] - 1
        operands = flat.operands_of(branch)
        if flat.opcodes[branch] == _BR and len(operands) == 3:
            condition = self.known(operands[0], self.values)
            if condition is not None and condition is not KNOWN:
                return [operands[2 if condition else 1] - flat.arguments]
        return self.view.flow.successors[block]

    def known(self, value: int, values: dict[int, int | None]) -> int | None:
        if value in values:
            return values[value]
        number = value - self.flat.first_instruction
        return constant(self.flat, value) if not 0 <= number < self.flat.instructions else None

    def set(self, number: int, value: int | None) -> None:
        self.values[self.flat.first_instruction + number] = value
