"""Survey: a function's live values, crowded places and candidates, worked out once and true until it is edited."""

from __future__ import annotations

from opencicc.machine.cfg import successors
from opencicc.machine.dominators import Dominators
from opencicc.machine.ir import MachineFunction, Reg
from opencicc.machine.liveness import Liveness, compute_liveness
from opencicc.machine.loops import Loops
from opencicc.machine.pressure import PointPressure, units
from opencicc.machine.remat.facts import Candidate, Facts, Place
from opencicc.machine.remat.held import held_units
from opencicc.machine.remat.knobs import LIVE_OUT, LOADS, SECOND_CHANCE, STAY_ALIVE, Knobs
from opencicc.machine.remat.pullable import EXPENSIVE, Chain, Pullable

EXPENSIVE_COST = 16
ROUNDED_COST = (
    60  # the exactly rounded forms are a sequence with a slow path: in bvh_traversal's loop 1.14 times the time
)
SOON = 2  # instructions
NOWHERE = (-1,)
SPECIAL_COST = 4  # a special register is read through a slow path of the machine


def count_one(reg: Reg) -> int:
    return min(units(reg), 1)


class Survey:
    def __init__(self, function: MachineFunction, sm: int, knobs: Knobs, live: Liveness | None = None) -> None:
        self.function = function
        self.knobs = knobs
        following = successors(function)
        self.live = compute_liveness(function, following) if live is None else live
        self.following = following
        self.sm = sm
        self._held: PointPressure | None = None
        self._pullable: Pullable | None = None
        self._uses: dict[int, dict[int, list[int]]] | None = None
        self._step_costs: dict[int, int] = {}
        self._loops: Loops | None = None
        self._dominators: Dominators | None = None
        self.sizes = list(map(count_one if knobs.counts_values else units, self.live.registers))
        self.points = self.held if knobs.counts_held else PointPressure(self.live, size=self.sizes)

    @property
    def max_live(self) -> int:
        """The most units alive at any point, or only at the starts of blocks (nv-remat-check-internal-live=0)."""
        return self.points.most if self.knobs.checks_inside else max(self.points.at_start, default=0)

    @property
    def length(self) -> int:
        return sum(map(len, self.live.rows))

    def total_excess(self, target: int) -> int:
        """Units beyond the target, summed over all points: what a round has to lower to be worth another one."""
        if self.knobs.checks_inside:
            return self.points.beyond(target)
        return sum(count - target for count in self.points.at_start if count > target)

    def facts(self, target: int) -> Facts:
        """Where more than `target` units are alive, and which values could be computed again instead."""
        excess = {
            block: most - target for block in range(len(self.live.rows)) if (most := self._most_in(block)) > target
        }
        alive = {block: self._alive_at_peak(block) for block in excess}
        live_out = 0
        for block in excess:
            live_out |= alive[block] | (self.live.live_out[block] if self.knobs.has(LIVE_OUT) else 0)
        names = self.live.names(live_out)
        good: list[Candidate] = []
        second: list[tuple[int, Chain]] = []
        multidef: list[str] = []
        for reg in names:
            bit = self.live.index[reg]
            if reg.scope != 0 or reg.is_predicate or reg.bits < 16 or not self.points.size[bit]:
                continue
            if bit in self.pullable.multiple:
                multidef.append(reg.name)
                continue
            chain = self.pullable.chain(bit)
            if chain is None or (self.knobs.skips_constants and self.pullable.is_constant(chain)):
                continue
            if chain.leaves:
                second.append((bit, chain))
            else:
                good.append(self._candidate(bit, chain, alive))
        added = self._second_chance(second, alive) if self.knobs.has(SECOND_CHANCE | STAY_ALIVE) else []
        candidates = [one for one in (*good, *added) if one.blocks and one.places]
        return Facts(
            max_live=self.max_live,
            block_count=len(self.live.rows),
            excess=excess,
            live_out=len(names),
            pullable=len(good) + len(added),
            good=len(good),
            multidef=tuple(multidef),
            second_chance=len(second),
            added=len(added),
            candidates=tuple(candidates),
        )

    def _most_in(self, block: int) -> int:
        return self.points.peak_of(block).units if self.knobs.checks_inside else self.points.at_start[block]

    def _alive_at_peak(self, block: int) -> int:
        if not self.knobs.checks_inside:
            return self.live.live_in[block]
        return self.points.alive_at(self.points.peak_of(block))

    def _second_chance(self, waiting: list[tuple[int, Chain]], alive: dict[int, int]) -> list[Candidate]:
        """Chains that read values which can't be computed again: fine where those are in registers anyway."""
        found = []
        for bit, chain in waiting:
            if not all(self.pullable.is_single(leaf) for leaf in chain.leaves):
                continue
            candidate = self._candidate(bit, chain, alive)
            if self.knobs.has(STAY_ALIVE) or all(self._are_alive(chain.leaves, place) for place in candidate.places):
                found.append(candidate)
        return found

    def _are_alive(self, leaves: tuple[int, ...], place: Place) -> bool:
        """Are these registers still needed after a place? Then a clone there keeps none of them longer."""
        block = place.block
        later = self.live.live_out[block]
        for leaf in leaves:
            if not later >> leaf & 1 and self.uses.get(leaf, {}).get(block, NOWHERE)[-1] < place.number:
                return False
        return all(self.dominators.dominates(self.pullable.definitions[leaf].block, block) for leaf in leaves)

    def _candidate(self, bit: int, chain: Chain, alive: dict[int, int]) -> Candidate:
        places = self._places(bit)
        home = self.pullable.definitions[bit].block
        work = sum(self._step_cost(step) for step in chain.steps)
        base = self.loops.depth(home)
        factor = self.knobs.loop_cost_factor
        cost = sum(max(work * (factor if self.loops.depth(p.block) > base else 1), 1) for p in places)
        size_units, mask = self.points.size[bit], 1 << bit
        blocks = frozenset(block for block, bits in alive.items() if bits & mask and not self._is_read_soon(bit, block))
        size = sum(not self.pullable.is_free(step) for step in chain.steps)
        reads_special = any(self.pullable.reads_special(step) for step in chain.steps)
        name = self.live.registers[bit].name
        return Candidate(bit, name, size_units, chain, size, cost * max(size_units, 1), places, blocks, reads_special)

    def _is_read_soon(self, bit: int, block: int) -> bool:
        """Is it read right behind the crowded point? A clone in front of that reader would be as crowded."""
        peak = self.points.peak_of(block).number
        return any(peak < number <= peak + SOON for number in self.uses.get(bit, {}).get(block, ()))

    def _step_cost(self, bit: int) -> int:
        """Cycles, roughly, in which the machine can do nothing else for this thread."""
        known = self._step_costs.get(bit)
        if known is None:
            known = self._step_costs[bit] = self._count_cycles(bit)
        return known

    def _count_cycles(self, bit: int) -> int:
        if self.pullable.is_free(bit):
            return 0
        instr = self.pullable.definitions[bit].instr
        if instr.base == "ld":
            return self.knobs.load_cost
        if instr.base in EXPENSIVE:
            return EXPENSIVE_COST if "approx" in instr.modifiers else ROUNDED_COST
        return SPECIAL_COST if self.pullable.reads_special(bit) else max(self.points.size[bit], 1)

    def _places(self, bit: int) -> tuple[Place, ...]:
        """Where clones go: before the first use in each block, and again behind a crowded point inside it.

        ptxas orders the instructions of a block anew, so that clones in the block of the definition itself are the last resort.
        """
        home = self.pullable.definitions[bit]
        places: list[Place] = []
        for block, numbers in self.uses.get(bit, {}).items():
            if self.knobs.keeps_home and block == home.block:
                continue
            peak = self.points.peak_of(block).number
            for is_behind in (False, True):
                part = [number for number in numbers if (number > peak) == is_behind]
                has_original = block == home.block and (home.number > peak) == is_behind
                if part and not has_original:
                    places.append(Place(block, part[0], tuple(part)))
        return tuple(places)

    @property
    def held(self) -> PointPressure:
        """What is alive as the machine holds it, without operands and what has registers of its own."""
        if self._held is None:
            size = held_units(self.live, self.pullable, self.dominators.order, self.sizes)
            self._held = PointPressure(self.live, size=size)
        return self._held

    @property
    def pullable(self) -> Pullable:
        """Not asked for where a function is below its target."""
        if self._pullable is None:
            knobs, function = self.knobs, self.function
            loads = knobs.loads and knobs.has(LOADS)
            parameters = frozenset(one.name for one in function.params if function.is_kernel)
            self._pullable = Pullable(self.live, parameters, loads=loads, keeps_spaces=knobs.keeps_spaces, sm=self.sm)
        return self._pullable

    @property
    def uses(self) -> dict[int, dict[int, list[int]]]:
        """Register to block to the numbers of the instructions that read it."""
        if self._uses is None:
            self._uses = {}
            for block, rows in enumerate(self.live.rows):
                here: dict[int, list[int]] = {}
                for number, (_, _, used) in enumerate(rows):
                    for bit in dict.fromkeys(used):
                        if bit in here:
                            here[bit].append(number)
                        else:
                            here[bit] = [number]
                for bit, numbers in here.items():
                    self._uses.setdefault(bit, {})[block] = numbers
        return self._uses

    @property
    def loops(self) -> Loops:
        if self._loops is None:
            self._loops = Loops(self.following, self.dominators)
        return self._loops

    @property
    def dominators(self) -> Dominators:
        if self._dominators is None:
            self._dominators = Dominators(self.following)
        return self._dominators
