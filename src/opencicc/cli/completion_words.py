"""What can be completed, as data: subcommands, options with their values, pass options, passes."""

from __future__ import annotations

from opencicc.cli.main import SUBCOMMANDS
from opencicc.frontend.options import FRONTEND_OPTIONS
from opencicc.options import driver
from opencicc.options.option import NAMES_PASSES
from opencicc.options.registry import optimizer_options
from opencicc.passes.registry import all_passes
from opencicc.record import record
from opencicc.target import LEAST_PTX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from opencicc.options.option import Option

FILE_METAVARS = ("FILE", "FILE,..")
FOLDER_METAVARS = ("DIR", "DIR,..")
LEVELS = tuple(f"-O{level}" for level in range(4))


@record
class OptionWord:
    """An option of the command line: '' for `values` where nothing can be said about its value."""

    name: str
    help: str
    takes_value: bool
    values: tuple[str, ...] = ()
    kind: str = ""  # 'file', 'folder', 'passes' or nothing

    @property
    def spelled(self) -> str:
        """`-o`, `--json`, `--arch=`."""
        dashes = "-" if len(self.name) == 1 else "--"
        return f"{dashes}{self.name}{'=' if self.takes_value and len(self.name) > 1 else ''}"


@record
class Words:
    subcommands: tuple[str, ...]
    options: tuple[OptionWord, ...]
    knobs: tuple[str, ...]  # what -opt takes, without dashes
    passes: tuple[str, ...]
    actions: dict[str, tuple[str, ...]]  # what may follow a subcommand


def gather_words() -> Words:
    knobs = tuple(name for name, option in optimizer_options().items() if not option.unsupported)
    passes = tuple(info.name for info in all_passes())
    return Words(
        subcommands=tuple(SUBCOMMANDS),
        options=tuple(option_word(option) for option in (*driver.DRIVER_OPTIONS, *FRONTEND_OPTIONS)),
        knobs=knobs,
        passes=passes,
        actions={"cache": ("info", "clear"), "completion": ("bash", "zsh", "fish"), "explain": (*knobs, *passes)},
    )


def option_word(option: Option[Any]) -> OptionWord:
    if isinstance(option.default, bool):
        return OptionWord(option.name, option.help, takes_value=False)
    if option is driver.ARCH:
        return OptionWord(option.name, option.help, takes_value=True, values=tuple(f"sm_{name}" for name in LEAST_PTX))
    values = tuple(choice for choice in option.choices if choice)
    return OptionWord(option.name, option.help, takes_value=True, values=values, kind=kind_of(option))


def kind_of(option: Option[Any]) -> str:
    if option.metavar in FILE_METAVARS:
        return "file"
    if option.metavar in FOLDER_METAVARS:
        return "folder"
    return "passes" if NAMES_PASSES in option.uses and option is not driver.PLUGINS else ""
