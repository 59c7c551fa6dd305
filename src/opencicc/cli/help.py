"""The text of --help and --version, made from the option declarations."""

from __future__ import annotations

from opencicc import __version__, terminal
from opencicc.cli.main import SUBCOMMAND_HELP, SUBCOMMANDS
from opencicc.options.driver import SECTIONS
from opencicc.options.option import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

USAGE = """\
opencicc: LLVM/NVVM IR (or CUDA C++ through clang) in, PTX out

  opencicc kernel.ll -arch=sm_90 -o kernel.ptx
  opencicc a.bc b.bc -O3 -o -         several modules, PTX on standard output
  opencicc SUBCOMMAND --help          one of these:
"""
NOTES = (
    ("-O0 .. -O3, -opt=N", "the optimisation level"),
    ('-opt "-name=value"', "set a pass option (`opencicc options` lists them)"),
    ("-opt, -llc, -lnk", "as the first word: run that stage alone"),
    ("-Xopt W, -Xllc W, -Xlnk W, -Xcicc W", "pass a word on"),
    ("-", "standard input, or standard output with -o"),
    ("-h, --help, -V, --version", ""),
)
PRECEDENCE = "Precedence: command line, then OPENCICC_* variables (OPENCICC_FTZ=1), then --options-file, then defaults."
NAME_COLUMN = 28
SUBCOMMAND_COLUMN = 14


def help_text(columns: int = terminal.WIDTH) -> str:
    lines = [USAGE.rstrip("\n"), *subcommand_lines(columns), ""]
    for title, section in (*SECTIONS, *_frontend_sections()):
        lines.append(f"{title}:")
        lines += terminal.entries([(spelling(option), meaning(option)) for option in section], columns, NAME_COLUMN)
        lines.append("")
    lines.append("Words with rules of their own:")
    lines += terminal.entries([(f"  {word}", text) for word, text in NOTES], columns, NAME_COLUMN)
    return "\n".join([*lines, "", *terminal.wrapped(PRECEDENCE, columns)]) + "\n"


def subcommand_lines(columns: int) -> list[str]:
    """What the first line of each subcommand's module says, which is `what it is called`: what it does."""
    rows = [(f"    {name}", SUBCOMMAND_HELP[name]) for name in SUBCOMMANDS]
    return terminal.entries(rows, columns, SUBCOMMAND_COLUMN + 4)


def _frontend_sections() -> tuple[tuple[str, tuple[Option[Any], ...]], ...]:
    from opencicc.frontend.options import FRONTEND_OPTIONS

    return (("CUDA C++ input (passed to clang)", tuple(FRONTEND_OPTIONS)),)


def spelling(option: Option[Any]) -> str:
    value = "" if isinstance(option.default, bool) else f"={option.metavar or option.type_name.upper()}"
    return f"  {'-' if len(option.name) == 1 else '--'}{option.name}{value}"


def meaning(option: Option[Any]) -> str:
    default = "" if option.default in (False, "", (), 0) else f" [{_spell(option.default)}]"
    return f"{option.help}{default}"


def _spell(default: object) -> str:
    return "1" if default is True else str(default)


def version_text() -> str:
    """The compiler, its libLLVM and its helper, then a line with everything else that it finds."""
    from opencicc.cli.doctor import version_line
    from opencicc.report.parts import all_parts

    library, helper, *others = all_parts()
    return (
        f"opencicc {__version__}\n"
        f"libLLVM {f'{library.version} ({library.where})' if library.is_fine else library.state}\n"
        f"native helper: {f'built {helper.version}' if helper.version else f'not used ({helper.why})'}\n"
        f"{version_line(others)}\n"
    )
