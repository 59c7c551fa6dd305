"""Which registers are live where, and how many 32-bit registers that takes at most.

Live sets are Python ints used as bit sets (one bit a register); the fixed point runs backwards
over the blocks until nothing changes. A guarded write does not end a live range: the old value
stays where the guard is false.
"""

from __future__ import annotations

from dataclasses import dataclass

from opencicc.machine.cfg import successors
from opencicc.machine.defuse import defs, uses
from opencicc.machine.ir import CARRY, MachineFunction, Reg


@dataclass(frozen=True)
class Pressure:
    """The most 32-bit registers and predicates alive at once, and the line with the most registers."""

    registers: int
    predicates: int
    line: int


@dataclass
class Liveness:
    """Live-in and live-out bit sets by block position; `index` maps registers to bits."""

    registers: list[Reg]
    index: dict[Reg, int]
    live_in: list[int]
    live_out: list[int]

    def names(self, bits: int) -> list[Reg]:
        """The registers of a bit set."""
        found = []
        while bits:
            low = bits & -bits
            found.append(self.registers[low.bit_length() - 1])
            bits ^= low
        return found


def compute_liveness(function: MachineFunction, following: list[list[int]] | None = None) -> Liveness:
    following = successors(function) if following is None else following
    index: dict[Reg, int] = {}
    read_first: list[int] = []
    written: list[int] = []
    for block in function.blocks:
        reads = writes = 0
        for instr in block.instrs:
            for reg in uses(instr):
                bit = 1 << index.setdefault(reg, len(index))
                if not writes & bit:
                    reads |= bit
            for reg in defs(instr):
                bit = 1 << index.setdefault(reg, len(index))
                if instr.guard is None:
                    writes |= bit
        read_first.append(reads)
        written.append(writes)
    live_in, live_out = solve(following, read_first, written)
    return Liveness(list(index), index, live_in, live_out)


def solve(following: list[list[int]], read_first: list[int], written: list[int]) -> tuple[list[int], list[int]]:
    """The least fixed point of in = read | (out - written), out = union of successors' in."""
    count = len(following)
    before: list[list[int]] = [[] for _ in range(count)]
    for position, targets in enumerate(following):
        for target in targets:
            before[target].append(position)
    live_in, live_out = [0] * count, [0] * count
    pending = list(range(count))
    waiting = set(pending)
    while pending:
        position = pending.pop()
        waiting.discard(position)
        out = 0
        for target in following[position]:
            out |= live_in[target]
        live_out[position] = out
        new = read_first[position] | (out & ~written[position])
        if new != live_in[position]:
            live_in[position] = new
            for source in before[position]:
                if source not in waiting:
                    waiting.add(source)
                    pending.append(source)
    return live_in, live_out


def units(reg: Reg) -> int:
    """32-bit registers that one value takes; predicates and the carry have files of their own."""
    if reg.is_predicate or reg == CARRY:
        return 0
    return max(reg.bits // 32, 1)


def max_pressure(function: MachineFunction, liveness: Liveness | None = None) -> Pressure:
    """Walk each block backwards from its live-out set and keep the highest count."""
    live = compute_liveness(function) if liveness is None else liveness
    size = [units(reg) for reg in live.registers]
    is_predicate = [reg.is_predicate for reg in live.registers]
    best, best_predicates, best_line = 0, 0, function.line
    for position, block in enumerate(function.blocks):
        alive = {live.index[reg] for reg in live.names(live.live_out[position])}
        count = sum(size[bit] for bit in alive)
        predicates = sum(is_predicate[bit] for bit in alive)
        for instr in reversed(list(block.instrs)):
            written = {live.index[reg] for reg in defs(instr)}
            # A result needs its register even where nobody reads it.
            for bit in written - alive:
                alive.add(bit)
                count += size[bit]
                predicates += is_predicate[bit]
            if count > best:
                best, best_line = count, instr.line
            best_predicates = max(best_predicates, predicates)
            if instr.guard is None:
                for bit in written:
                    alive.discard(bit)
                    count -= size[bit]
                    predicates -= is_predicate[bit]
            for reg in uses(instr):
                bit = live.index[reg]
                if bit not in alive:
                    alive.add(bit)
                    count += size[bit]
                    predicates += is_predicate[bit]
        if count > best:
            best, best_line = count, block.line
        best_predicates = max(best_predicates, predicates)
    return Pressure(best, best_predicates, best_line)
