"""The rows of a trace that need a look at the result: texts, kernels, occupancy, pressure (docs/trace.md).

Made after the compile, and only where somebody wants to see them: ptxas and nvdisasm take longer than the compile.
"""

from __future__ import annotations

from opencicc import tools
from opencicc.compiler.kernels import DEFAULT_BLOCK_THREADS
from opencicc.errors import CompilerError, ToolError
from opencicc.machine.bounds import launch_bounds
from opencicc.machine.ir import MachineModule
from opencicc.machine.parser import parse
from opencicc.record import as_dict
from opencicc.report.occupancy import occupancy_facts
from opencicc.report.pressure_rows import pressure_row
from opencicc.report.registers import source_places
from opencicc.report.texts import names_row, sass_rows, source_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.compiler.driver import CompileResult
    from opencicc.compiler.files import Input
    from opencicc.target import Target

    Row = dict[str, object]


def add_rows(result: CompileResult, inputs: Sequence[Input]) -> None:
    """Bring everything that a page shows into the trace of a compile."""
    rows = result.trace.rows
    rows += source_rows(result, inputs)
    if result.ptx:
        rows.append({"kind": "ptx", "text": result.ptx})
        resources, sass = _assembled(result)
        rows += sass
        rows += _function_rows(result.ptx, result.settings.target, resources)
    remarks = " ".join(f"{remark.function} {remark.message}" for remark in result.remarks)
    rows.append(names_row(rows, remarks))


def _assembled(result: CompileResult) -> tuple[dict[str, Row] | str, list[Row]]:
    """ptxas's figures by kernel, or why there are none; SASS, or a row that says why not."""
    target = result.settings.target
    try:
        cubin, used = tools.assemble(result.ptx, target.name, extra=("-c", *_flags(result)))
    except ToolError as error:
        reason = _in_a_line(error)
        return reason, [{"kind": "sass", "reason": reason}]
    figures = {one.name: as_dict(one) for one in used}
    try:
        return figures, sass_rows(tools.disassemble(cubin, ("-g", "-c")))
    except ToolError as error:
        return figures, [{"kind": "sass", "reason": _in_a_line(error)}]


def _flags(result: CompileResult) -> tuple[str, ...]:
    flags = tools.ptxas_flags(result.settings.values)
    has_lines = "\n\t.loc\t" in result.ptx and "-lineinfo" not in flags and "-g" not in flags
    return tuple(flag for flag in (*flags, *(("-lineinfo",) if has_lines else ())) if flag != "-c")


def _in_a_line(error: CompilerError) -> str:
    return "; ".join(part for part in (error.what, error.fix, (error.detail or "").strip().split("\n")[0]) if part)


def _function_rows(ptx: str, target: Target, resources: dict[str, Row] | str) -> list[Row]:
    try:
        module = parse(ptx)
    except CompilerError as error:  # hand-written PTX may hold what we do not parse; the page says so
        return [{"kind": "kernel", "name": "", "reason": f"the PTX could not be read: {error.what}"}]
    rows: list[Row] = []
    for function in module.functions:
        if function.is_declaration:
            continue
        if function.is_kernel:
            rows.append(_kernel_row(module, function.name, target, resources))
        rows.append(pressure_row(function, source_places(module, function)))
    return rows


def _kernel_row(module: MachineModule, name: str, target: Target, resources: dict[str, Row] | str) -> Row:
    function = next(f for f in module.functions if f.name == name)
    bounds = launch_bounds(function)
    threads = bounds.threads or DEFAULT_BLOCK_THREADS
    row: Row = {
        "kind": "kernel",
        "name": name,
        "instructions": sum(1 for _ in function.instrs),
        "block_threads": threads,
        "is_assumed": not bounds.threads,
        "bounds": bounds.text,
    }
    if isinstance(resources, str):
        return {**row, "reason": resources}
    used = resources.get(name)
    if used is None:
        return {**row, "reason": "ptxas gave no figures for this kernel"}
    registers, shared = int(str(used["registers"])), int(str(used["shared_bytes"]))
    return {**row, "ptxas": used, "occupancy": occupancy_facts(target, registers, threads, shared)}
