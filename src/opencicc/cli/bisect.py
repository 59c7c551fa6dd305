"""`opencicc bisect FILE --check=COMMAND`: the first pass that changes a check's verdict.

The command is run with the PTX of each try: {} in it is replaced by the file's path. Its exit code
is the verdict; the verdict with no step run is the good one. A binary search over --pass-limit
finds the first step after which the verdict differs.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile

from opencicc.cli.arguments import Arguments, take_word
from opencicc.compiler.api import compile_with_values
from opencicc.compiler.files import Input, read_input
from opencicc.compiler.settings import resolve
from opencicc.errors import CompilerError, ToolError, UsageError
from opencicc.options import driver as options
from opencicc.options.read import gather
from opencicc.options.values import OptionValues
from opencicc.pipeline.run.machine import machine_passes

USAGE = """\
opencicc bisect FILE --check=COMMAND [compile options]

Finds the first pass that changes COMMAND's exit code. {} in COMMAND is the PTX
file of a try:

    opencicc bisect kernel.ll -O3 --check='./test.sh {}'
"""
CRASHED = -1
# A shell's exit codes for a command that it could not run: no verdict about the PTX.
NOT_RUN = {126: "it can't be executed", 127: "it was not found"}


def main(words: list[str]) -> int:
    command, rest = take_word(words, "check")
    arguments = Arguments(rest)
    if arguments.wants_help or not command:
        print(USAGE, end="")
        return 0 if arguments.wants_help else 2
    values = gather(arguments.changes)
    if len(arguments.inputs) != 1:
        raise UsageError("bisect needs one file", fix="opencicc bisect kernel.ll --check='./test.sh {}'")
    search = Bisection(read_input(arguments.inputs[0]), values, command)
    found = search.first_bad_step()
    if found is None:
        print("the check's verdict is the same with and without the passes: nothing to find")
        return 1
    print(f"step {found} changes the verdict: {search.step_name(found)}")
    print(f"    --pass-limit={found - 1} is still good, --pass-limit={found} is not")
    return 0


class Bisection:
    """Compiles with a step limit and asks the check."""

    def __init__(self, item: Input, values: OptionValues, command: str) -> None:
        self.item = item
        self.values = values
        self.command = command
        self.names: list[str] = []

    def first_bad_step(self) -> int | None:
        """The least limit whose verdict differs from that of no steps at all, if the whole pipeline's does."""
        good = self.verdict(0)
        total = self.count_steps()
        if self.verdict(total) == good:
            return None
        low, high = 0, total  # low is good, high is not
        while high - low > 1:
            middle = (low + high) // 2
            is_good = self.verdict(middle) == good
            print(f"  {middle} of {total} steps: {'good' if is_good else 'bad'}", file=sys.stderr)
            low, high = (middle, high) if is_good else (low, middle)
        return high

    def count_steps(self) -> int:
        """List the steps in the order they run, by leaving all of them out: no step can fail this way."""
        limited = self.values.with_values([(options.PASS_LIMIT, 0, "bisect"), (options.STOP_AFTER, "opt", "bisect")])
        result = compile_with_values([self.item], limited)
        self.names = [event.name for event in result.trace.events if event.kind == "left-out"]
        self.names += machine_passes(resolve(self.values))
        return len(self.names)

    def step_name(self, number: int) -> str:
        return self.names[number - 1]

    def verdict(self, limit: int) -> int:
        """The check's exit code for the PTX of the first `limit` steps; a failing compile is a verdict too."""
        limited = self.values.with_values([(options.PASS_LIMIT, limit, "bisect")])
        try:
            ptx = compile_with_values([self.item], limited).ptx
        except CompilerError:
            return CRASHED
        with tempfile.TemporaryDirectory(prefix="opencicc-bisect-") as folder:
            path = os.path.join(folder, "try.ptx")
            with open(path, "w") as file:
                file.write(ptx)
            command = self.command.replace("{}", shlex.quote(path))
            done = subprocess.run(command, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode in NOT_RUN:
                raise ToolError(
                    f"the check did not run: {NOT_RUN[done.returncode]} (exit code {done.returncode})",
                    at=f"--check={self.command}",
                    fix="correct the command; a check that means to fail exits with another code",
                    detail=done.stderr,
                )
            return done.returncode
