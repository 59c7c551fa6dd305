"""The dynamic cost of complete unrolling: run the loop's trips on what is known, and count what folding leaves.

An instruction costs nothing in a copy when its operands are constants there: arithmetic on the induction variable,
loads from constant tables, branches on either. So do accesses to a local array at a constant subscript, because the
element becomes a register. Everything else costs one, as it does in the loop. What no trip can change is not looked at
in any of them (trip_plan.py).
"""

from __future__ import annotations

from opencicc.analysis.known_integers import KNOWN
from opencicc.llvm.services import services
from opencicc.passes.unroll.model import DynamicCost
from opencicc.passes.unroll.trip_plan import NOWHERE, Access, Arithmetic, BlockPlan, Phi, Pointer, TripPlan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.view import FunctionView

MAX_STEPS = 20_000  # instructions run


def simulate(view: FunctionView, header: int, latch: int, trips: int, threshold: int) -> DynamicCost | None:
    """Costs of `trips` trips of an innermost loop, given by LLVM's pointers to two of its blocks.

    Folding earns `rolled / unrolled` times the threshold. Where even the most that can be rolled would not earn what
    is left already, the rest of the trips is not run. The native helper runs them the same way (native/folded_trips.cpp).
    """
    found = services().fold_trips(view.function, header, latch, trips, threshold)
    if found is None:
        return _Simulation(view, header, latch).run(trips, threshold)
    rolled, unrolled, is_least = found
    return DynamicCost(rolled, unrolled, bool(is_least)) if rolled else None


class _Simulation:
    def __init__(self, view: FunctionView, header: int, latch: int) -> None:
        order = sorted(view.loop_blocks(header, latch), key=lambda block: view.flow.position[block])
        self.plan = TripPlan(view, view.block_numbers[header], view.block_numbers[latch], order)
        self.known = dict(self.plan.constants)  # what is known in the current trip
        self.fixed: set[int] = set()  # pointers at a constant distance from a local array or constant table
        self.rolled = self.unrolled = self.steps = 0

    def run(self, trips: int, threshold: int) -> DynamicCost | None:
        most_a_trip = sum(block.rolled for block in self.plan.blocks.values())
        for trip in range(trips):
            self.known, before = dict(self.plan.constants), self.known
            self.fixed = set()
            self.run_trip(trip, before)
            if self.steps > MAX_STEPS:
                return None
            most_rolled = self.rolled + (trips - 1 - trip) * most_a_trip
            if self.unrolled**2 > threshold * most_rolled:
                return DynamicCost(most_rolled, self.unrolled, is_least=trip + 1 < trips)
        return DynamicCost(self.rolled, self.unrolled)

    def run_trip(self, trip: int, before: dict[int, int]) -> None:
        plan = self.plan
        came_from: dict[int, set[int]] = {plan.header: set()}
        for number in plan.order:
            origins = came_from.get(number)
            if origins is None:
                continue
            block = plan.blocks[number]
            self.steps += block.size
            self.rolled += block.rolled
            self.unrolled += block.unrolled
            if number == plan.header:
                for phi in block.phis:
                    self.enter_trip(phi, trip, before)
            elif len(origins) == 1:
                (origin,) = origins
                for phi in block.phis:
                    self.set(phi.value, self.known.get(phi.by_block[origin]))
            for each in block.changing:
                if isinstance(each, Arithmetic):
                    self.compute(each)
                elif isinstance(each, Pointer):
                    self.follow(each)
                else:
                    self.access(each)
            for target in self.targets(block):
                came_from.setdefault(target, set()).add(number)

    def enter_trip(self, phi: Phi, trip: int, before: dict[int, int]) -> None:
        """A phi of the header: in the first trip what comes from outside, if that is one value, then that of the last trip."""
        latch = self.plan.latch
        if trip:
            self.set(phi.value, before.get(phi.by_block[latch]))
        else:
            outside = [operand for block, operand in phi.by_block.items() if block != latch]
            self.set(phi.value, self.plan.constants.get(outside[0]) if len(outside) == 1 else None)

    def compute(self, each: Arithmetic) -> None:
        known = self.known
        inputs = [known[operand] for operand in each.operands if operand in known]
        if each.fold is not None and len(inputs) == len(each.operands):
            result = each.fold.of(inputs)
            if result is not None:
                known[each.value] = result
                return
        if each.is_select and known.get(each.operands[0], KNOWN) is not KNOWN:
            return  # one of its operands stands in for it
        self.unrolled += 1

    def follow(self, each: Pointer) -> None:
        known = self.known
        if (each.is_base_fixed or each.base in self.fixed) and all(index in known for index in each.indices):
            self.fixed.add(each.value)

    def access(self, each: Access) -> None:
        if each.pointer not in self.fixed:
            self.unrolled += 1
        elif each.value != NOWHERE:
            self.known[each.value] = KNOWN

    def targets(self, block: BlockPlan) -> list[int]:
        """The blocks of the loop that may come next; a branch costs something where it is not decided."""
        if block.condition == NOWHERE:
            return block.successors
        condition = self.known.get(block.condition)
        if condition is None:
            self.unrolled += 1
        elif condition is not KNOWN:
            return [block.if_true if condition else block.if_false]
        return block.successors

    def set(self, value: int, result: int | None) -> None:
        if result is not None:
            self.known[value] = result
