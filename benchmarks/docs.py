"""Keeps the generated parts of docs/benchmarks.md, each between two marker lines."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
IMAGES = PAGE.parent / "images"


def replace_section(page: str, section: str, text: str) -> str:
    """The page with what stands between the markers of `section` replaced."""
    begin, end = f"<!-- {section}: begin -->", f"<!-- {section}: end -->"
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise ValueError(f"the page needs one '{begin}' and after it one '{end}'")
    head, tail = page[: page.index(begin) + len(begin)], page[page.index(end) :]
    return f"{head}\n\n{text.strip()}\n\n{tail}"


def update_page(section: str, text: str, path: Path = PAGE) -> None:
    path.write_text(replace_section(path.read_text(), section, text))
