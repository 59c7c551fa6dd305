"""What costs a kernel its registers: the point of highest pressure and the values alive there.

The pressure is counted on the PTX, value by value, before ptxas schedules and allocates; ptxas's own
figure stands beside it. Both together say where to look: a value that is computed early and read
late holds its register all the way between.
"""

from __future__ import annotations

from opencicc.compiler.kernels import DEFAULT_BLOCK_THREADS
from opencicc.machine.bounds import LaunchBounds, launch_bounds
from opencicc.machine.defuse import defs, uses
from opencicc.machine.ir import Directive, Instr, MachineFunction, MachineModule
from opencicc.machine.liveness import compute_liveness
from opencicc.machine.pressure import max_pressure, units
from opencicc.machine.printer import format_instr
from opencicc.record import record
from opencicc.report.survival import Survival
from opencicc.target import Target, register_cliffs
from opencicc.tools import KernelResources


@record
class LiveValue:
    """One value alive at the peak: where it is made and where it is read last before or next after."""

    register: str
    units: int
    made_at: str
    made_by: str
    reads: int


@record
class Cliffs:
    """The occupancy step a kernel is on, the next better one and the next worse one."""

    warps: int
    most_registers: int
    better: tuple[int, int] | None
    worse: tuple[int, int] | None


@record
class KernelReport:
    kernel: str
    instructions: int
    peak_registers: int
    peak_predicates: int
    peak_line: int
    peak_instruction: str
    peak_source: str
    live: tuple[LiveValue, ...]
    block_threads: int
    bounds: LaunchBounds
    resources: KernelResources | None
    cliffs: Cliffs | None
    survival: Survival | None = None  # of remat's clones, where it made some


def report_kernel(
    module: MachineModule,
    function: MachineFunction,
    target: Target,
    resources: KernelResources | None,
    survival: Survival | None = None,
) -> KernelReport:
    """Everything about one kernel of a parsed PTX module."""
    places = source_places(module, function)
    live = compute_liveness(function)
    peak = max_pressure(function, live)
    instr = next((i for i in function.instrs if i.line == peak.line), None)
    bounds = launch_bounds(function)
    threads = bounds.threads or DEFAULT_BLOCK_THREADS
    return KernelReport(
        kernel=function.name,
        instructions=sum(1 for _ in function.instrs),
        peak_registers=peak.registers,
        peak_predicates=peak.predicates,
        peak_line=peak.line,
        peak_instruction=instruction_text(instr) if instr else "",
        peak_source=places.get(peak.line, ""),
        live=tuple(live_values(function, peak.line, places)),
        block_threads=threads,
        bounds=bounds,
        resources=resources,
        cliffs=find_cliffs(target, resources, threads, bounds.max_registers) if resources else None,
        survival=survival,
    )


def instruction_text(instr: Instr) -> str:
    """One line without the file's own blanks and comments."""
    lines = (instr.text or format_instr(instr)).splitlines()
    return " ".join(word for line in lines for word in line.split("//")[0].split())


def source_places(module: MachineModule, function: MachineFunction) -> dict[int, str]:
    """'file:line' of the source for each PTX line that has an instruction, by the .loc before it."""
    files: dict[str, str] = {}
    for item in module.items:
        if isinstance(item, Directive) and item.kind == ".file":
            _, number, name = item.text.strip().split(None, 2)
            files[number] = name.split('"')[1].rsplit("/", 1)[-1]
    places: dict[int, str] = {}
    here = ""
    for block in function.blocks:
        for statement in block.body:
            if isinstance(statement, Instr):
                if here:
                    places[statement.line] = here
            elif statement.kind == ".loc":
                words = statement.text.split()
                at = words.index(".loc")
                here = f"{files.get(words[at + 1], '?')}:{words[at + 2]}" if words[at + 2] != "0" else here
    return places


def live_values(function: MachineFunction, line: int, places: dict[int, str]) -> list[LiveValue]:
    """The values alive at a PTX line, widest first, then in the order they are made."""
    alive = registers_alive_at(function, line)
    makers: dict[str, Instr] = {}
    reads: dict[str, int] = {}
    for instr in function.instrs:
        for reg in defs(instr):
            if instr.line <= line or str(reg) not in makers:
                makers[str(reg)] = instr
        for reg in uses(instr):
            reads[str(reg)] = reads.get(str(reg), 0) + 1
    found = []
    for name, size in alive:
        maker = makers.get(name)
        place = places.get(maker.line, f"PTX line {maker.line}") if maker else "never written"
        found.append(LiveValue(name, size, place, instruction_text(maker) if maker else "", reads.get(name, 0)))
    return sorted(found, key=lambda value: -value.units)


def registers_alive_at(function: MachineFunction, line: int) -> list[tuple[str, int]]:
    """Registers (and the 32-bit registers each takes) alive just where the instruction at `line` runs."""
    live = compute_liveness(function)
    for position, block in enumerate(function.blocks):
        instrs = list(block.instrs)
        if not any(i.line == line for i in instrs):
            continue
        alive = dict.fromkeys(live.names(live.live_out[position]))
        for instr in reversed(instrs):
            written = defs(instr)
            alive.update(dict.fromkeys(written))
            if instr.line == line:
                return [(str(reg), units(reg)) for reg in alive if units(reg)]
            if instr.guard is None:
                for reg in written:
                    alive.pop(reg, None)
            alive.update(dict.fromkeys(uses(instr)))
    return []


def find_cliffs(target: Target, resources: KernelResources, threads: int, max_registers: int = 0) -> Cliffs:
    """The steps around a kernel; those that its own `.maxnreg` keeps it from are left out."""
    limit = max_registers or target.limits.max_registers
    steps = list(register_cliffs(target, threads, resources.shared_bytes))
    steps = [
        (min(most, limit), warps)
        for index, (most, warps) in enumerate(steps)
        if not index or steps[index - 1][0] < limit
    ]
    at = next((i for i, (most, _) in enumerate(steps) if resources.registers <= most), len(steps) - 1)
    better = steps[at - 1] if at else None
    worse = steps[at + 1] if at + 1 < len(steps) else None
    return Cliffs(steps[at][1], steps[at][0], better, worse)
