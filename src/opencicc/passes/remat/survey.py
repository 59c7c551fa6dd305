"""Where more registers are needed than the target, and which values could be computed again there instead of kept.

A block is crowded when its fullest point needs more than the target; candidates are the values alive at the fullest points.
The published rule intersects the live-in sets of all blocks; the entry block has none, so that its answer is always
empty. Here the sets of the crowded blocks alone are intersected, at their fullest points, and values that only some of them
hold come second: they cost the same and help less.
"""

from __future__ import annotations

from opencicc.bitsets import pack, unpack
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.remat.cost import place_weight
from opencicc.passes.remat.facts import Candidate, Crowd, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import Loops
    from opencicc.analysis.rpa import RegisterPressure
    from opencicc.passes.remat.chains import Chain, Chains
    from opencicc.passes.remat.knobs import Knobs

_PHI, _GEP = OPCODES["phi"], OPCODES["getelementptr"]
MOST_USES = 200  # of a value; one that is read all over is cheaper kept
MOST_CANDIDATES = 400  # of one round, those alive in most crowded blocks first

Use = tuple[int, int, int, int]  # reader, operand, block, position


class Survey:
    """One function in one round; `trips` gives a loop's trips by its index, `free` what costs no register."""

    def __init__(
        self, pressure: RegisterPressure, loops: Loops, trips: list[int], chains: Chains, knobs: Knobs, free: int
    ) -> None:
        self.pressure, self.loops, self.trips, self.chains, self.knobs = pressure, loops.found, trips, chains, knobs
        self.flat, self.flow, self.free = pressure.flat, pressure.live.flow, free
        self.around = loops_around(self.flat.blocks, loops)
        self._holding: dict[int, list[int]] = {}  # of a crowd: by value the blocks that hold it

    def most(self) -> int:
        """Registers at the fullest point of the function, what is free apart."""
        rows, most = self.pressure.blocks, 0
        for block in sorted(range(self.flat.blocks), key=lambda each: -rows[each].registers):
            if rows[block].registers <= most:
                break
            most = max(most, self.fullest(block)[0])
        return most

    def most_of(self, wanted: set[int]) -> int:
        """Registers that some values need where most of them are alive."""
        live, rows, weights, values, most = (
            self.pressure.live,
            self.pressure.blocks,
            self.pressure.weights,
            pack(wanted),
            0,
        )
        for block in sorted(range(self.flat.blocks), key=lambda each: -rows[each].registers):
            if rows[block].registers <= most:
                break  # all values of the others need no more
            now = self.pressure.weigh(live.live_out[block] & values)
            most = max(most, now)
            for _, gone, come in live.changes(block):
                if gone in wanted:
                    now -= weights[gone]
                if come:
                    now += sum([weights[value] for value in come if value in wanted])
                    most = max(most, now)
        return most

    def fullest(self, block: int) -> tuple[int, int, int]:
        """(registers, instruction number or -1 for the end, values alive) at the fullest point of a block."""
        row = self.pressure.blocks[block]
        live = self.pressure.live
        alive = live.alive_before(block, row.fullest) if row.fullest >= 0 else live.live_out[block]
        return self.pressure.weigh(alive & ~self.free), row.fullest, alive

    def crowd(self, target: int) -> tuple[Crowd, dict[int, int]]:
        """The crowded blocks, and the number of the instruction at the fullest point of each."""
        excess, alive, at = dict[int, int](), dict[int, int](), dict[int, int]()
        for block, row in enumerate(self.pressure.blocks):
            if row.registers <= target:
                continue
            registers, number, values = self.fullest(block)
            if registers > target and values.bit_count() > self.knobs.max_live_limit:
                excess[block], alive[block] = registers - target, values
                at[block] = number if number >= 0 else self.flat.block_starts[block + 1] - 1
        everywhere = -1 if alive else 0
        for values in alive.values():
            everywhere &= values
        return Crowd(excess, alive, everywhere), at

    def candidates(self, crowd: Crowd, at: dict[int, int]) -> list[Candidate]:
        """Those alive in every crowded block first."""
        union = 0
        for values in crowd.alive.values():
            union |= values
        self._holding = {}
        for block, values in crowd.alive.items():
            for value in unpack(values):
                self._holding.setdefault(value, []).append(block)
        found: list[Candidate] = []
        for values in (crowd.everywhere, union & ~crowd.everywhere):
            for value in unpack(values):
                if len(found) >= MOST_CANDIDATES:
                    return found
                one = self.candidate(value, crowd, at)
                if one is not None:
                    found.append(one)
        return found

    def candidate(self, value: int, crowd: Crowd, at: dict[int, int]) -> Candidate | None:
        """What computing a value again would take and save; None where it can't be, or saves nothing."""
        if value < self.chains.first or not self.chains.units(value):
            return None
        if self.chains.is_load(value) or (self.chains.is_move(value) and not self.knobs.moves):
            return None  # loads have their own step (reload.py)
        holding = self._holding.get(value, [])
        common = self.alive_in(holding, crowd)
        chain = self.chains.find(value, lambda each: bool(common >> each & 1))
        if chain is None:
            return None
        return self.with_chain(value, chain, holding, crowd, at)

    @staticmethod
    def alive_in(holding: list[int], crowd: Crowd) -> int:
        """What is alive at the fullest points of all these blocks."""
        if len(holding) == len(crowd.alive):
            return crowd.everywhere
        common = -1
        for block in holding:
            common &= crowd.alive[block]
        return common

    def with_chain(
        self, value: int, chain: Chain, holding: list[int], crowd: Crowd, at: dict[int, int]
    ) -> Candidate | None:
        flat = self.flat
        own = flat.parents[value - self.chains.first]
        if flat.user_offsets[value + 1] - flat.user_offsets[value] > MOST_USES:
            return None
        rows = self.uses(value)
        places = self.places(value, rows, holding, crowd)
        if not places:
            return None
        kept = Kept(value - self.chains.first, own, rows, places)
        relief = {block: self.relief(value, chain, block, kept, crowd, at[block]) for block in holding}
        if not any(gain > 0 for gain in relief.values()):
            return None
        factor = sum(place_weight(self.trips_between(own, place.block)) for place in places)
        uses = sum(len(place.readers) for place in places)
        is_address = flat.opcodes[value - self.chains.first] == _GEP
        units = self.chains.units(value)
        return Candidate(
            value, units, chain.steps, chain.leaves, chain.cost, factor, uses, is_address, tuple(places), relief
        )

    # --- where clones go ---

    def places(self, value: int, uses: list[Use], holding: list[int], crowd: Crowd) -> list[Place]:
        """One clone for each block that reads the value behind a crowded place; more where the block is crowded itself."""
        own, first = self.flat.parents[value - self.chains.first], self.chains.first
        by_block: dict[int, list[tuple[int, int, int]]] = {}
        for reader, operand, block, number in uses:
            by_block.setdefault(block, []).append((number, reader, operand))
        places: list[Place] = []
        for block in sorted(by_block):
            if block != own and self.comes_before(block, own, holding):
                continue
            rows = sorted(by_block[block])
            last = value - first if block == own else -1
            group: list[tuple[int, int]] | None = None  # None while the readers are near the definition itself
            start, is_split = 0, False
            for number, reader, operand in rows:
                is_far = number - last > self.knobs.near and block in crowd.excess and self.knobs.splits
                if last < 0 or is_far:
                    if group:
                        places.append(Place(block, start, tuple(group), is_split=is_split))
                    group, start, is_split = [], number, last >= 0
                if group is not None:
                    group.append((reader, operand))
                last = number
            if group:
                places.append(Place(block, start, tuple(group), is_split=is_split))
        return places if self.knobs.level >= 2 else [p for p in places if not self.trips_between(own, p.block)]

    def uses(self, value: int) -> list[Use]:
        """(reader, operand, block, position) of every use; a phi reads at the end of the block it comes from."""
        flat, first = self.flat, self.chains.first
        found = []
        for user in sorted(set(flat.users_of(value))):
            number = user - first
            start = flat.operand_offsets[number]
            for index, operand in enumerate(flat.operands_of(number)):
                if operand != value:
                    continue
                if flat.opcodes[number] == _PHI:
                    block = flat.incoming[start + index] - flat.arguments
                    found.append((number, index, block, flat.block_starts[block + 1] - 1))
                else:
                    found.append((number, index, flat.parents[number], number))
        return found

    def comes_before(self, block: int, own: int, holding: list[int]) -> bool:
        """Is a block done with the value before every crowded place that holds it?"""
        position = self.flow.position
        if any(position[block] >= position[each] for each in holding):
            return False
        return not any(
            block in self.loops[loop].blocks and own not in self.loops[loop].blocks
            for each in holding
            for loop in self.around[each]
        )

    def trips_between(self, own: int, block: int) -> list[int]:
        """Trips of the loops around a block that are not around the definition."""
        return [self.trips[loop] for loop in self.around[block] if own not in self.loops[loop].blocks]

    # --- what is saved ---

    def relief(self, value: int, chain: Chain, block: int, kept: Kept, crowd: Crowd, at: int) -> int:
        """Registers that go at the fullest point of a block, less those of leaves that have to be kept for the clones."""
        if kept.is_alive_at(block, at):
            return 0
        alive, sources = crowd.alive[block], self.pressure.live.sources
        extra = sum(
            self.chains.units(leaf)
            for leaf in chain.leaves
            if not alive >> sources[leaf] & 1 and not self.free >> leaf & 1
        )
        return self.chains.units(value) - extra


class Kept:
    """Where a value stays alive after all: near its definition, for readers that keep it, and for readers of one clone."""

    def __init__(self, number: int, own: int, uses: list[Use], places: list[Place]) -> None:
        self.number, self.own = number, own
        moved = {reader for place in places for reader in place.readers}
        ends = {(reader, operand): position for reader, operand, _, position in uses}
        self.last: dict[int, int] = {}  # by block the last reader that keeps the value itself
        for reader, operand, block, position in uses:
            if (reader, operand) not in moved:
                self.last[block] = max(self.last.get(block, -1), position)
        self.leaves_own = any(block != own for block in self.last)
        self.spans: dict[int, list[tuple[int, int]]] = {}  # by block the lives of clones
        for place in places:
            last = max(ends[reader] for reader in place.readers)
            self.spans.setdefault(place.block, []).append((place.before, last))

    def is_alive_at(self, block: int, at: int) -> bool:
        """Is the value, or a clone of it, alive right before an instruction of a block?"""
        if self.last.get(block, -1) >= at:
            return True
        if block == self.own and (self.leaves_own or self.number >= at):
            return True
        return any(first < at <= last or first == at for first, last in self.spans.get(block, ()))


def loops_around(blocks: int, loops: Loops) -> list[list[int]]:
    """By block the loops around it, outermost first."""
    around: list[list[int]] = [[] for _ in range(blocks)]
    for index, loop in enumerate(loops.found):
        for block in loop.blocks:
            around[block].append(index)
    return around
