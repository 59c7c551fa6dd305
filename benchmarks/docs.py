"""Keeps the generated parts of pages in docs/, each between two marker lines; large tables go to docs/generated.

An explanation is read from top to bottom, and a row for each kernel is in the way: a table of more than LONGEST lines
goes to a page of its own, and a link stays.
"""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
IMAGES = PAGE.parent / "images"
LONGEST = 20
NOTE = "<!-- Written by the command that {page} names. Do not edit. -->\n\n"
_TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)


def replace_section(page: str, section: str, text: str) -> str:
    """The page with what stands between the markers of `section` replaced."""
    begin, end = f"<!-- {section}: begin -->", f"<!-- {section}: end -->"
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise ValueError(f"the page needs one '{begin}' and after it one '{end}'")
    head, tail = page[: page.index(begin) + len(begin)], page[page.index(end) :]
    return f"{head}\n\n{text.strip()}\n\n{tail}"


def split_tables(text: str, link: str) -> tuple[str, list[str]]:
    """The text with a link in the place of each large table, and these tables."""
    large: list[str] = []

    def take(found: re.Match[str]) -> str:
        rows = found[0].count("\n|") - 1
        if rows <= LONGEST:
            return found[0]
        large.append(found[0].strip())
        return f"[All {rows} rows]({link}).\n"

    return _TABLE.sub(take, text), large


def update_page(section: str, text: str, path: Path = PAGE) -> None:
    """Put a section into its page, and its large tables beside it."""
    name = f"generated/{path.stem}-{section.replace(' ', '-')}.md"
    shown, tables = split_tables(text, name)
    path.write_text(replace_section(path.read_text(), section, shown))
    if tables:
        head = NOTE.format(page=path.name) + f"# {path.stem.capitalize()}: {section}\n\n[Back](../{path.name}).\n\n"
        (path.parent / name).write_text(head + "\n\n".join(tables) + "\n")
