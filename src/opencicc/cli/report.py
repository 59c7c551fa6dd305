"""`opencicc report FILE`: where a kernel's registers go, and what can be done about it."""

from __future__ import annotations

import sys

from opencicc import names, terminal, tools
from opencicc.cli.arguments import Arguments, take_word
from opencicc.cli.compile import lower_cuda
from opencicc.cli.show import warn_of_debug_mark
from opencicc.compiler.api import compile_with_values
from opencicc.compiler.files import Input, read_input
from opencicc.compiler.settings import resolve
from opencicc.errors import UsageError, suggest
from opencicc.machine.parser import parse
from opencicc.options import driver as options
from opencicc.options.read import gather
from opencicc.options.values import OptionValues
from opencicc.report.registers import KernelReport, report_kernel
from opencicc.report.survival import Survival, survivals, with_figures
from opencicc.target import Target

USAGE = """\
opencicc report FILE [--kernel=NAME] [--json] [compile options]

FILE is IR, CUDA C++ or PTX. Shows for each kernel the point of highest register
pressure, the values alive there with their source lines (where the input has
them), the registers, stack and spills that ptxas reports, the occupancy steps
next to it, and the knobs that act on them.
"""
SHOWN_VALUES = 24

# What a user can turn, in source or on the command line, the options among it, and which way it goes; options are
# explained by `opencicc explain NAME`.
KNOBS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("__launch_bounds__ / -maxreg=N", (), "fewer registers; ptxas spills to local memory when it must"),
    ("", ("limit-registers",), "keep to the count above which only half of the warps would fit"),
    ("", ("do-remat", "remat-max-live-limit"), "recompute cheap values near their use instead of keeping them"),
    ("#pragma unroll 1", ("unroll-count",), "fewer loop copies keep fewer values alive"),
    ("__noinline__", ("inline-budget",), "a call ends live ranges at its boundary, at the price of the call"),
)


def main(words: list[str]) -> int:
    kernel, rest = take_word(words, "kernel")
    arguments = Arguments(rest)
    if arguments.wants_help:
        print(USAGE, end="")
        return 0
    values = gather(arguments.changes)
    if len(arguments.inputs) != 1:
        raise UsageError("report needs one file", fix="opencicc report kernel.ll -arch=sm_90")
    reports, target = make_reports(read_input(arguments.inputs[0]), values, kernel)
    if values[options.JSON]:
        print(as_json(reports))
    else:
        shown = names.shown_all([one.kernel for one in reports], values[options.NAMES])
        for one in reports:
            show(one, target, shown[one.kernel])
    return 0


def make_reports(item: Input, values: OptionValues, kernel: str) -> tuple[list[KernelReport], Target]:
    values = with_lines(values)
    settings = resolve(values)
    found: dict[str, Survival] = {}
    if item.name.endswith(".ptx"):
        ptx = item.data.decode()
    else:
        result = compile_with_values([lower_cuda(item, values)], values)
        ptx, found = result.ptx, survivals(result.trace.remarks)
    warn_of_debug_mark(ptx, sys.stderr)
    module = parse(ptx)
    kernels = [f for f in module.functions if f.is_kernel and not f.is_declaration]
    known = [f.name for f in kernels]
    if kernel and kernel not in known:
        raise UsageError(
            f"no kernel '{kernel}' in {item.name}", fix=suggest(kernel, known) + f"it has {', '.join(known)}"
        )
    resources = {}
    if tools.find_tool("ptxas"):
        resources = {r.name: r for r in tools.measure(ptx, settings.target.name, tools.ptxas_flags(values))}
    if found and resources:
        plain = measure_without_remat(item, values)
        found = {name: with_figures(one, plain.get(name), resources.get(name)) for name, one in found.items()}
    chosen = [f for f in kernels if not kernel or f.name == kernel]
    reports = [report_kernel(module, f, settings.target, resources.get(f.name), found.get(f.name)) for f in chosen]
    return reports, settings.target


def measure_without_remat(item: Input, values: OptionValues) -> dict[str, tools.KernelResources]:
    """What ptxas says of the same kernels compiled without remat."""
    from opencicc.options.toggles import DO_REMAT

    plain = values.with_values([(DO_REMAT, 0, "report")])
    ptx = compile_with_values([lower_cuda(item, plain)], plain).ptx
    return {r.name: r for r in tools.measure(ptx, resolve(plain).target.name, tools.ptxas_flags(plain))}


def with_lines(values: OptionValues) -> OptionValues:
    """Line directives change no code, and values alive at the peak are found by them."""
    if values[options.DEBUG] or values.is_set(options.LINE_INFO):
        return values
    return values.with_values([(options.LINE_INFO, True, "report")])


def show(report: KernelReport, target: Target, name: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    columns = terminal.width()
    # rich knows NO_COLOR, and would still write bold letters.
    console = Console(highlight=False, soft_wrap=True, width=columns, force_terminal=terminal.has_colour(sys.stdout))
    console.print(f"[bold]{escape(name)}[/bold]  {target.name}, {report.instructions} PTX instructions")
    where = f" ({report.peak_source})" if report.peak_source else ""
    console.print(f"highest pressure: {report.peak_registers} registers at PTX line {report.peak_line}{where}")
    console.print(f"    {report.peak_instruction}", markup=False)
    table = Table("register", "32-bit", "made at", "by", "reads", box=None, pad_edge=False)
    for value in report.live[:SHOWN_VALUES]:
        table.add_row(value.register, str(value.units), value.made_at, escape(value.made_by), str(value.reads))
    console.print(table)
    if len(report.live) > SHOWN_VALUES:
        console.print(f"    and {len(report.live) - SHOWN_VALUES} more (--json lists all)")
    for line in resource_lines(report, target):
        indent = "    " if line.startswith("    ") else ""
        for part in terminal.wrapped(line.strip(), columns, indent, indent + "    "):
            console.print(part, markup=False)
    console.print("what acts here:")
    for line in knob_lines():
        for part in terminal.wrapped(line, columns, "    ", "        "):
            console.print(part, markup=False)
    console.print()


def knob_lines() -> list[str]:
    """The knobs that act: those of a pass that is not built are left out until it is."""
    from opencicc.options.registry import optimizer_options
    from opencicc.pipeline.readers import acts

    lines = []
    for words, knobs, effect in KNOBS:
        acting = [name for name in knobs if acts(optimizer_options()[name])]
        if acting or not knobs:
            lines.append(f"{', '.join([*acting, words] if words else acting)}: {effect}")
    return lines


def resource_lines(report: KernelReport, target: Target) -> list[str]:
    used, cliffs = report.resources, report.cliffs
    stated = [f"launch bounds: {report.bounds.text}"] if report.bounds.text else []
    stated += [report.survival.text] if report.survival else []
    if used is None or cliffs is None:
        return [*stated, "ptxas not found: no register, spill or occupancy figures (pip install nvidia-cuda-nvcc)"]
    lines = [
        *stated,
        f"ptxas: {used.registers} registers, {used.stack_bytes} bytes stack, "
        f"{used.spill_store_bytes} bytes spill stores, {used.spill_load_bytes} bytes spill loads, "
        f"{used.shared_bytes} bytes shared",
        f"occupancy: {cliffs.warps} of {target.limits.warps} warps with blocks of {report.block_threads} threads"
        f"{'' if report.bounds.block else ' (assumed)'}, "
        f"the same up to {cliffs.most_registers} registers",
    ]
    if cliffs.better:
        lines.append(f"    at {cliffs.better[0]} registers or fewer: {cliffs.better[1]} warps")
    if cliffs.worse:
        lines.append(f"    above {cliffs.most_registers} registers: {cliffs.worse[1]} warps")
    return lines


def as_json(reports: list[KernelReport]) -> str:
    import json

    from opencicc.record import as_dict

    def plain(value: object) -> object:
        if isinstance(value, tuple):
            return [plain(part) for part in value]
        return {k: plain(v) for k, v in as_dict(value).items()} if hasattr(value, "__record_fields__") else value

    return json.dumps([plain(report) for report in reports], indent=2)
