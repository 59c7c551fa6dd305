"""The text of --help and --version, made from the option declarations."""

from __future__ import annotations

from opencicc import __version__
from opencicc.cli.main import SUBCOMMANDS
from opencicc.options.driver import SECTIONS
from opencicc.options.option import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

USAGE = """\
opencicc: LLVM/NVVM IR (or CUDA C++ through clang) in, PTX out

  opencicc kernel.ll -arch=sm_90 -o kernel.ptx
  opencicc a.bc b.bc -O3 -o -              several modules, PTX on standard output
  opencicc SUBCOMMAND --help               {subcommands}
"""
NOTES = """\
Words with rules of their own:
  -O0 .. -O3, -opt=N        the optimisation level
  -opt "-name=value"        set a pass option (`opencicc options` lists them)
  -opt, -llc, -lnk          as the first word: run that stage alone
  -Xopt W, -Xllc W, -Xlnk W, -Xcicc W    pass a word on
  -                         standard input, or standard output with -o
  -h, --help, -V, --version

Precedence: command line, then OPENCICC_* variables (OPENCICC_FTZ=1), then --options-file, then defaults.
"""
NAME_COLUMN = 28


def help_text() -> str:
    lines = [USAGE.format(subcommands=", ".join(SUBCOMMANDS))]
    for title, section in (*SECTIONS, *_frontend_sections()):
        lines.append(f"{title}:")
        lines += [describe(option) for option in section]
        lines.append("")
    return "\n".join(lines) + "\n" + NOTES


def _frontend_sections() -> tuple[tuple[str, tuple[Option[Any], ...]], ...]:
    from opencicc.frontend.options import FRONTEND_OPTIONS

    return (("CUDA C++ input (passed to clang)", tuple(FRONTEND_OPTIONS)),)


def describe(option: Option[Any]) -> str:
    value = "" if isinstance(option.default, bool) else f"={option.metavar or option.type_name.upper()}"
    dashes = "-" if len(option.name) == 1 else "--"
    spelled = f"  {dashes}{option.name}{value}"
    gap = " " * max(1, NAME_COLUMN - len(spelled))
    default = "" if option.default in (False, "", (), 0) else f" [{_spell(option.default)}]"
    return f"{spelled}{gap}{option.help}{default}"


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
