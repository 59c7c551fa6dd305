"""`opencicc opt FILE --passes=...`: the OPT stage alone, IR in, IR out; what the .ll tests run."""

from __future__ import annotations

from opencicc.cli.arguments import Arguments
from opencicc.cli.compile import finish, side_files
from opencicc.cli.pipeline_text import pipeline_listing
from opencicc.compiler.api import compile_with_values
from opencicc.compiler.files import check_outputs, read_input
from opencicc.errors import UsageError
from opencicc.options import driver as options
from opencicc.options.read import gather

USAGE = """\
opencicc opt FILE [--passes=TEXT | -O0 .. -O3 | -Ofast-compile=LEVEL] [options]

Runs the OPT stage alone and writes the IR as text (--emit=bc for bitcode) to
standard output, or to the file of -o. --passes takes names from
`opencicc passes`, ours and LLVM's, with <a;b> parameters and nesting.
--print-pipeline-passes prints the pipeline instead of running it; FILE is not
needed then.
"""


def main(words: list[str]) -> int:
    arguments = Arguments(list(words))
    if arguments.wants_help:
        print(USAGE, end="")
        return 0
    here = "opencicc opt"
    values = gather([(options.START_FROM, "opt", here), (options.STOP_AFTER, "opt", here), *arguments.changes])
    if values[options.PRINT_PIPELINE]:
        print(pipeline_listing(values))
        return 0
    if not arguments.inputs:
        raise UsageError("Missing input file", fix="opencicc opt kernel.ll --passes=sroa,gvn")
    if not values.is_set(options.EMIT):
        values = values.with_values([(options.EMIT, "ll", here)])
    output = values[options.OUTPUT] or "-"
    check_outputs([output, *side_files(values)], arguments.inputs)
    inputs = [read_input(path) for path in arguments.inputs]
    result = compile_with_values(inputs, values)
    finish(result, values, output, inputs, ["opt", *words])
    return 0
