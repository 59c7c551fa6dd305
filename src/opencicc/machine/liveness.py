"""Which registers are live where.

Live sets are Python ints used as bit sets (one bit a register); the fixed point runs backwards
over the blocks until nothing changes. A guarded write does not end a live range: the old value
stays where the guard is false.
"""

from __future__ import annotations

from dataclasses import dataclass

from opencicc.bitsets import pack
from opencicc.machine.cfg import successors
from opencicc.machine.defuse import defs, uses
from opencicc.machine.ir import Instr, MachineFunction, Reg

Row = tuple[Instr, tuple[int, ...], tuple[int, ...]]


@dataclass
class Liveness:
    """Live-in and live-out bit sets by block position; `index` maps registers to bits.

    `rows` has every instruction of each block with the bits it writes and those it reads.
    """

    registers: list[Reg]
    index: dict[Reg, int]
    live_in: list[int]
    live_out: list[int]
    rows: list[list[Row]]

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
    rows: list[list[Row]] = []
    find = index.setdefault
    for block in function.blocks:
        reads: set[int] = set()
        writes: set[int] = set()
        row: list[Row] = []
        for instr in block.instrs:
            used = tuple([find(reg, len(index)) for reg in uses(instr)])
            made = tuple([find(reg, len(index)) for reg in defs(instr)])
            row.append((instr, made, used))
            if writes.isdisjoint(used):
                reads.update(used)
            else:
                reads.update([bit for bit in used if bit not in writes])
            if instr.guard is None:
                writes.update(made)
        rows.append(row)
        read_first.append(pack(reads))
        written.append(pack(writes))
    live_in, live_out = solve(following, read_first, written)
    return Liveness(list(index), index, live_in, live_out, rows)


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
