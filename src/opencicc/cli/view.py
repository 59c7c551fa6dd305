"""`opencicc view FILE`: one HTML page that shows a compile."""

from __future__ import annotations

import sys

from opencicc.cli.arguments import Arguments
from opencicc.cli.compile import lower_cuda
from opencicc.cli.report import with_lines
from opencicc.cli.traces import write_traces
from opencicc.compiler.api import compile_with_values
from opencicc.compiler.files import check_outputs, read_input, write_output
from opencicc.errors import UsageError
from opencicc.options import driver as options
from opencicc.options.read import gather
from opencicc.view.pack import is_trace
from opencicc.view.page import page_text

USAGE = """\
opencicc view FILE [-o PAGE.html] [compile options]

FILE is IR, CUDA C++ or PTX, which is compiled to look at it (with line
information, as -lineinfo gives it), or a trace that --trace=FILE --trace-all
wrote. The page is one file that needs no network; without -o it is called after
FILE. On any other compile --html=PAGE.html writes it.
"""
HERE = "opencicc view"


def main(words: list[str]) -> int:
    arguments = Arguments(list(words))
    if arguments.wants_help:
        print(USAGE, end="")
        return 0
    if not arguments.inputs:
        raise UsageError("view needs a file", fix="opencicc view kernel.cu -arch=sm_90 -o kernel.html")
    inputs = [read_input(path) for path in arguments.inputs]
    values = gather(arguments.changes)
    page = values[options.OUTPUT] or values[options.HTML] or f"{inputs[0].stem}.html"
    check_outputs([page, *((values[options.TRACE],) if values[options.TRACE] else ())], arguments.inputs)
    if is_trace(inputs[0].data):
        write_output(page, page_text(inputs[0].data.decode(), inputs[0].name).encode())
        return tell(page)
    if inputs[0].name.endswith(".ptx") and not values.is_set(options.START_FROM):
        from opencicc.cli.ptx_opt import target_of

        values = values.with_values([(options.START_FROM, "mach", HERE)])
        if not values.is_set(options.ARCH):
            values = values.with_values([(options.ARCH, target_of(inputs[0]), inputs[0].name)])
    values = with_lines(values.with_values([(options.HTML, page, HERE)]))
    result = compile_with_values([lower_cuda(item, values) for item in inputs], values)
    for error in result.errors:
        print(f"error: {error}", file=sys.stderr)
    for warning in () if values[options.NO_WARNINGS] else result.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    write_traces(result, values, inputs, words)
    return tell(page)


def tell(page: str) -> int:
    if page != "-" and sys.stderr.isatty():
        print(f"wrote {page}: open it in a browser", file=sys.stderr)
    return 0
