"""Register pressure along a function's PTX, and how long each value is alive: a row of a trace (docs/trace.md)."""

from __future__ import annotations

from opencicc.machine.defuse import defs, uses
from opencicc.machine.ir import Instr, MachineFunction
from opencicc.machine.liveness import Liveness, compute_liveness
from opencicc.machine.pressure import PointPressure, units
from opencicc.report.registers import instruction_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.machine.ir import Reg

MOST_INSTRUCTIONS = 30_000  # ranges of longer functions would make the page slow; their curve is there


def pressure_row(function: MachineFunction, places: dict[int, str]) -> dict[str, object]:
    """`points` are [PTX line, registers alive]; `values` say which, by ranges of those points."""
    live = compute_liveness(function)
    pressure = PointPressure(live)
    points = [
        [row[0].line, pressure.at_instr[block][number]]
        for block, rows in enumerate(live.rows)
        for number, row in enumerate(rows)
    ]
    peak = max(range(len(points)), key=lambda at: points[at][1], default=0)
    return {
        "kind": "pressure",
        "name": function.name,
        "points": points,
        "peak": peak,
        "values": values_of(function, live, places) if len(points) <= MOST_INSTRUCTIONS else [],
    }


def values_of(function: MachineFunction, live: Liveness, places: dict[int, str]) -> list[dict[str, object]]:
    """Each register that takes room: who makes it, how often it is read, and where it is alive."""
    ranges = alive_ranges(live)
    makers: dict[Reg, Instr] = {}
    reads: dict[Reg, int] = {}
    for instr in function.instrs:
        for reg in defs(instr):
            makers.setdefault(reg, instr)
        for reg in uses(instr):
            reads[reg] = reads.get(reg, 0) + 1
    found: list[dict[str, object]] = []
    for reg, spans in ranges.items():
        maker = makers.get(reg)
        if not units(reg) or not spans:
            continue
        value: dict[str, object] = {"register": str(reg), "units": units(reg), "reads": reads.get(reg, 0)}
        if maker is not None:
            value |= {
                "made_line": maker.line,
                "made_by": instruction_text(maker),
                "made_at": places.get(maker.line, ""),
            }
        found.append({**value, "ranges": spans})
    return found


def alive_ranges(live: Liveness) -> dict[Reg, list[list[int]]]:
    """[first, last] points at which each register is alive, what an instruction writes included."""
    alive_at: dict[int, list[list[int]]] = {}
    first = 0
    for block, rows in enumerate(live.rows):
        for bit, start, end in _spans_in(live.live_out[block], rows):
            spans = alive_at.setdefault(bit, [])
            if spans and spans[-1][1] == first + start - 1:
                spans[-1][1] = first + end
            else:
                spans.append([first + start, first + end])
        first += len(rows)
    return {live.registers[bit]: spans for bit, spans in sorted(alive_at.items())}


def _spans_in(live_out: int, rows: list[tuple[Instr, tuple[int, ...], tuple[int, ...]]]) -> list[tuple[int, int, int]]:
    """(register, first, last) within one block, in order; walked backwards as pressure is."""
    if not rows:
        return []
    last_alive = dict.fromkeys(_bits(live_out), len(rows) - 1)
    found: list[tuple[int, int, int]] = []
    for number in range(len(rows) - 1, -1, -1):
        instr, made, used = rows[number]
        for bit in made:
            last = last_alive.setdefault(bit, number)
            if instr.guard is None:
                found.append((bit, number, last))
                del last_alive[bit]
        for bit in used:
            last_alive.setdefault(bit, number - 1)
    found += [(bit, 0, last) for bit, last in last_alive.items() if last >= 0]
    return sorted(found, key=lambda span: span[1])


def _bits(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
