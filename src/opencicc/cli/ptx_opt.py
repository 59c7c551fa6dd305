"""`opencicc ptx-opt FILE.ptx -o FILE.ptx`: the machine stage alone, PTX of any compiler in, PTX out."""

from __future__ import annotations

from opencicc.cli.arguments import Arguments
from opencicc.cli.compile import finish, side_files
from opencicc.compiler.api import compile_with_values
from opencicc.compiler.files import Input, check_outputs, read_input, read_ptx
from opencicc.errors import UsageError
from opencicc.options import driver as options
from opencicc.options.read import gather

USAGE = """\
opencicc ptx-opt FILE.ptx [-o FILE] [--passes=machine(PASS,...)] [-O1 .. -O3]
                 [--try-ptxas] [options]

Runs the passes on PTX over a file from any compiler and writes PTX, to standard
output unless -o names a file. The architecture is that of the file's .target.
Remarks, times, --print-changed and the rest work as in a compile. --try-ptxas
assembles the result of several settings and keeps the best.
"""


def main(words: list[str]) -> int:
    arguments = Arguments(list(words))
    if arguments.wants_help:
        print(USAGE, end="")
        return 0
    here = "opencicc ptx-opt"
    if len(arguments.inputs) != 1:
        raise UsageError("ptx-opt needs one PTX file", fix="opencicc ptx-opt kernel.ptx -o better.ptx")
    item = read_input(arguments.inputs[0])
    stages = [(options.START_FROM, "mach", here), (options.STOP_AFTER, "mach", here)]
    values = gather([*stages, *arguments.changes])
    if not values.is_set(options.ARCH):
        values = values.with_values([(options.ARCH, target_of(item), item.name)])
    output = values[options.OUTPUT] or "-"
    check_outputs([output, *side_files(values)], arguments.inputs)
    finish(compile_with_values([item], values), values, output, [item], ["ptx-opt", *words])
    return 0


def target_of(item: Input) -> str:
    """The architecture that the file names: 'sm_90' of `.target sm_90, debug`."""
    lines = (line.split("//")[0].split() for line in read_ptx(item).splitlines())
    found = next((words[1].rstrip(",") for words in lines if len(words) > 1 and words[0] == ".target"), "")
    return found.split(",")[0] or options.ARCH.default
