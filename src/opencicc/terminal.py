"""Colour and width of what is shown: colours on a terminal only, never with NO_COLOR, 80 columns where nobody says."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

WIDTH = 80
LEAST_WIDTH, MOST_WIDTH = 40, 120  # longer lines are hard to read
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def has_colour(stream: TextIO) -> bool:
    """https://no-color.org: any text in NO_COLOR says no."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def paint(text: str, name: str, stream: TextIO | None = None) -> str:
    """The text in a colour, where the stream shows colours."""
    if not text or not has_colour(stream or sys.stdout):
        return text
    return f"\x1b[{_CODES[name]}m{text}\x1b[0m"


def width(stream: TextIO | None = None) -> int:
    """Columns of the terminal, or 80 for a pipe, so that what a pipe gets is the same everywhere."""
    chosen = stream or sys.stdout
    if not chosen.isatty():
        return WIDTH
    try:
        columns = os.get_terminal_size(chosen.fileno()).columns
    except (OSError, ValueError):
        return WIDTH
    return min(max(columns or WIDTH, LEAST_WIDTH), MOST_WIDTH)


def wrapped(text: str, columns: int, first: str = "", rest: str = "") -> list[str]:
    """Lines of at most so many columns; words that are longer stay whole, because they are copied."""
    import textwrap

    return textwrap.wrap(
        text, columns, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    ) or [first.rstrip()]


def entries(rows: Iterable[tuple[str, str]], columns: int, name_column: int) -> list[str]:
    """`name   what it is`, the text wrapped beside its name; a longer name has a line to itself."""
    lines: list[str] = []
    for name, text in rows:
        indent = " " * name_column
        if len(name) >= name_column:
            lines.append(name)
            lines += wrapped(text, columns, indent, indent)
        else:
            lines += wrapped(text, columns, name.ljust(name_column), indent)
    return lines
