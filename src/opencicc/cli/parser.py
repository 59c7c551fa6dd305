"""Parser: the arguments of subcommands that do not compile."""

from __future__ import annotations

import argparse
from typing import NoReturn

from opencicc.errors import UsageError


class Parser(argparse.ArgumentParser):
    """Errors of the command line become UsageErrors, as everywhere in opencicc."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, at=self.prog, fix=f"`{self.prog} --help` shows the options")
