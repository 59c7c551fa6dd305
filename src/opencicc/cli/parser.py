"""Parser: the arguments of subcommands that do not compile."""

from __future__ import annotations

import argparse
from typing import NoReturn

from opencicc import terminal
from opencicc.errors import UsageError


class Parser(argparse.ArgumentParser):
    """Errors of the command line become UsageErrors, as everywhere in opencicc."""

    def __init__(self, prog: str, description: str) -> None:
        # argparse looks at COLUMNS; a pipe gets the same 80 columns everywhere.
        columns = terminal.width()

        def formatter(prog: str) -> argparse.HelpFormatter:
            return argparse.HelpFormatter(prog, width=columns)

        super().__init__(prog=prog, description=description, allow_abbrev=False, formatter_class=formatter)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, at=self.prog, fix=f"`{self.prog} --help` shows the options")
