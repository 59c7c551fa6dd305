"""`opencicc doctor`: what opencicc finds on this machine, what is missing, and the command that brings it."""

from __future__ import annotations

import json
import sys

from opencicc import __version__, terminal
from opencicc.cli.parser import Parser
from opencicc.errors import CompilerError
from opencicc.record import as_dict
from opencicc.report.parts import FOUND, MISSING, NONE, UNFIT, Part, all_parts

LACKING = 1
NAME_COLUMN = 16
_MARKS = {FOUND: ("ok", "green"), MISSING: ("missing", "yellow"), UNFIT: ("unfit", "red"), NONE: ("none", "dim")}
MARK_COLUMN = 9
PROBE = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @probe(ptr addrspace(1) %p) {
  %old = load i32, ptr addrspace(1) %p
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %p
  ret void
}
"""


def main(argv: list[str]) -> int:
    parser = Parser("opencicc doctor", "What opencicc finds on this machine, and how to get what is missing.")
    parser.add_argument(
        "--all", action="store_true", help="exit code 1 if anything is missing, not only what every compile needs"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args(argv)
    parts = all_parts()
    trial = try_compile() if all(part.is_fine for part in parts if part.is_needed) else ""
    lacking = [part for part in parts if not part.is_fine and (part.is_needed or options.all)]
    is_well = not lacking and not trial
    if options.json:
        rows = [as_dict(part) for part in parts]
        print(
            json.dumps(
                {
                    "opencicc": __version__,
                    "python": sys.version.split()[0],
                    "parts": rows,
                    "trial": trial,
                    "is_well": is_well,
                },
                indent=1,
            )
        )
    else:
        print("\n".join(describe(parts, trial)))
    return 0 if is_well else LACKING


def try_compile() -> str:
    """Why a small kernel does not get through, or ''."""
    from opencicc import tools
    from opencicc.compiler.api import compile

    try:
        ptx = compile(PROBE, "sm_75", name="probe.ll").ptx
        if tools.find_tool("ptxas"):
            tools.measure(ptx, "sm_75")
    except CompilerError as error:
        return str(error)
    return ""


def describe(parts: list[Part], trial: str) -> list[str]:
    columns = terminal.width()
    lines = [f"opencicc {__version__}, Python {sys.version.split()[0]} ({sys.executable})", ""]
    for part in parts:
        lines += part_lines(part, columns)
    lines.append("")
    missing = [part for part in parts if not part.is_fine]
    needed = [part for part in missing if part.is_needed]
    if trial:
        lines += ["a trial compile failed:", *(f"  {line}" for line in trial.splitlines())]
    elif not needed:
        lines += terminal.wrapped("a trial kernel compiled to PTX, and ptxas, where found, took it", columns)
    if missing:
        lines += terminal.wrapped(sentence(missing, needed), columns)
    else:
        lines.append("nothing is missing")
    return lines


def sentence(missing: list[Part], needed: list[Part]) -> str:
    if needed:
        return f"missing: {', '.join(part.name for part in needed)}, without which nothing compiles; the lines with $ bring it"
    uses = ", ".join(f"{part.name} ({part.use})" for part in missing)
    return f"missing, and needed only for what stands beside it: {uses}; the lines with $ bring it"


def part_lines(part: Part, columns: int) -> list[str]:
    mark, colour = _MARKS[part.state]
    indent = " " * (MARK_COLUMN + NAME_COLUMN)
    head = terminal.paint(mark, colour) + " " * (MARK_COLUMN - len(mark)) + part.name.ljust(NAME_COLUMN)
    text = " ".join(filter(None, (part.version, f"({part.where})" if part.where else "")))
    said = text if part.state == FOUND else f"{part.why}{f' ({part.where})' if part.where else ''}"
    body = terminal.wrapped(said or part.use, columns, indent, indent)
    lines = [head + body[0][len(indent) :], *body[1:]]
    for command in part.fix:
        prefix = "" if command.startswith(("or ", "where ")) or ": " in command[:20] else "$ "
        lines.append(f"{indent}{prefix}{command}")  # whole, however long: it is there to be copied
    return lines


def version_line(parts: list[Part]) -> str:
    """The parts of --version, in a line: what is found with its version, what is not by name."""
    found = [f"{part.name} {part.version}".strip() for part in parts if part.state == FOUND]
    missing = [part.name for part in parts if part.state in (MISSING, UNFIT)]
    return f"found: {', '.join(found) or 'nothing'}" + (f"; missing: {', '.join(missing)}" if missing else "")
