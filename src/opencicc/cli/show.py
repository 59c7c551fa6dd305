"""What a compile shows beside its output: warnings, remarks, timings, facts, a line per kernel."""

from __future__ import annotations

from opencicc import terminal
from opencicc.errors import ToolError
from opencicc.options import driver as options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from opencicc.compiler.driver import CompileResult
    from opencicc.compiler.kernels import KernelFacts
    from opencicc.options.values import OptionValues
    from opencicc.target import Target
    from opencicc.trace import Remark

IMPORTS = "imports"  # of Python modules, once in a process: no share of the compile
_REMARK_FLAGS = {"passed": options.RPASS, "missed": options.RPASS_MISSED, "analysis": options.RPASS_ANALYSIS}


def show_all(result: CompileResult, values: OptionValues, stream: TextIO) -> None:
    for error in result.errors:
        print(f"{terminal.paint('error:', 'red', stream)} {error}", file=stream)
    if not values[options.NO_WARNINGS]:
        for warning in result.warnings:
            print(f"{terminal.paint('warning:', 'yellow', stream)} {warning}", file=stream)
    if values[options.VERBOSE]:
        for line in stage_lines(result):
            print(line, file=stream)
    for line in remark_lines(result.remarks, values):
        print(line, file=stream)
    if "inline-info" in values.settings:
        print_inline_info(result, values, stream)
    if values[options.TIME_PASSES]:
        print(timing_table(result, terminal.width(stream)), file=stream)
    when = values[options.SUMMARY]
    asks = values[options.RESOURCE_USAGE] or "-v" in values[options.PTXAS_OPTIONS]
    if result.ptx and (when == "on" or asks or (when == "auto" and stream.isatty())):
        print_summary(measured_kernels(result, values, stream), result.settings.target, values, stream)
        warn_of_debug_mark(result.ptx, stream)
    if values[options.JSON]:
        print(facts_json(result, measured_kernels(result, values, stream)))


def print_summary(kernels: list[KernelFacts], target: Target, values: OptionValues, stream: TextIO) -> None:
    """A line for each kernel; on a terminal its name stands out, and long lines are wrapped."""
    from opencicc import names
    from opencicc.compiler.kernels import summary_line

    shown = names.shown_all([kernel.name for kernel in kernels], values[options.NAMES])
    for kernel in kernels:
        name = shown[kernel.name]
        line = summary_line(kernel, target).replace(kernel.name, name, 1)
        lines = terminal.wrapped(line, terminal.width(stream), "", "  ") if stream.isatty() else [line]
        print("\n".join(lines).replace(name, terminal.paint(name, "bold", stream), 1), file=stream)


def warn_of_debug_mark(ptx: str, stream: TextIO) -> None:
    """Figures of debuggable code tell little about the code that will run."""
    from opencicc.compiler import debug_info

    if debug_info.says_debug(ptx):
        print(f"warning: {debug_info.WARNING}", file=stream)


def print_inline_info(result: CompileResult, values: OptionValues, stream: TextIO) -> None:
    from opencicc.passes.inline.knobs import INLINE_INFO
    from opencicc.passes.inline.table import inline_table

    for line in inline_table(result.remarks) if values[INLINE_INFO] else ():
        print(line, file=stream)


def stage_lines(result: CompileResult) -> list[str]:
    lines = [f"{name.upper()}: {time / 1000:.2f} ms" for name, time in result.timings_us["stage"].items()]
    if result.was_cached:
        lines.append("result taken from the cache")
    return lines + result.trace.notes


def measured_kernels(result: CompileResult, values: OptionValues, stream: TextIO) -> list[KernelFacts]:
    """The kernels with ptxas's figures where ptxas is found and takes the PTX."""
    from opencicc import tools
    from opencicc.compiler.kernels import with_resources

    if tools.find_tool("ptxas") is None or all(kernel.registers is not None for kernel in result.kernels):
        return list(result.kernels)
    try:
        return with_resources(list(result.kernels), result.ptx, result.settings.target, tools.ptxas_flags(values))
    except ToolError as error:  # the compile went well, so this is news and no failure
        print(f"warning: {error}", file=stream)
        return list(result.kernels)


def remark_lines(remarks: tuple[Remark, ...], values: OptionValues) -> list[str]:
    """Remarks as clang prints them: 'k.cu:4:2: remark: f inlined into k [-Rpass=inline]'."""
    patterns = {kind: values[flag] for kind, flag in _REMARK_FLAGS.items() if values[flag]}
    if not patterns:
        return []
    import re

    compiled = {kind: re.compile(pattern) for kind, pattern in patterns.items()}
    lines = []
    for remark in remarks:
        pattern = compiled.get(remark.remark)
        if pattern is not None and pattern.search(remark.pass_name):
            where = remark.location or remark.function or "<module>"
            flag = _REMARK_FLAGS[remark.remark].name
            lines.append(f"{where}: remark: {remark.message} [-{flag}={remark.pass_name}]")
    return lines


def remarks_yaml(remarks: tuple[Remark, ...]) -> str:
    """All remarks in LLVM's YAML remark format."""
    return "".join(_remark_yaml(remark) for remark in remarks)


def _remark_yaml(remark: Remark) -> str:
    lines = [f"--- !{remark.remark.title()}", f"Pass:            {_quote(remark.pass_name)}"]
    lines.append(f"Name:            {_quote(remark.name)}")
    parts = remark.location.rsplit(":", 2)
    if len(parts) == 3:
        lines.append(f"DebugLoc:        {{ File: {_quote(parts[0])}, Line: {parts[1]}, Column: {parts[2]} }}")
    lines.append(f"Function:        {_quote(remark.function)}")
    lines.append("Args:")
    lines += [f"  - {key}: {_quote(value)}" for key, value in remark.args or (("String", remark.message),)]
    return "\n".join(lines) + "\n...\n"


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''").replace("\n", " ") + "'"


def timing_table(result: CompileResult, columns: int = terminal.WIDTH) -> str:
    """What took how long; names that are too long for a line end in three dots (--names=whole: they don't)."""
    lines = ["  time (ms)   share  stage, phase or pass"]
    stages, passes = result.timings_us["stage"], result.timings_us["pass"]
    phases = result.trace.times("phase")
    total = sum(time for name, time in stages.items() if name != IMPORTS) or 1.0
    is_whole = result.settings.values[options.NAMES] == "whole"
    for title, times in (("stage", stages), ("phase", phases), ("pass", passes)):
        for name, time in sorted(times.items(), key=lambda item: -item[1]):
            share = "" if name == IMPORTS else f"{time / total:5.1%}"
            line = f"  {time / 1000:9.3f}  {share:>6}  {title} {name}"
            lines.append(line if is_whole or len(line) <= columns else f"{line[: columns - 3]}...")
    return "\n".join(lines)


def facts_json(result: CompileResult, kernels: list[KernelFacts]) -> str:
    import json

    from opencicc.record import as_dict

    target = result.settings.target
    return json.dumps(
        {
            "target": target.name,
            "ptx_version": target.ptx_text,
            "level": result.settings.level_name,
            "cached": result.was_cached,
            "kernels": [as_dict(kernel) for kernel in kernels],
            "warnings": list(result.warnings),
            "remarks": [as_dict(remark) for remark in result.remarks],
            "timings_us": result.timings_us,
        }
    )
