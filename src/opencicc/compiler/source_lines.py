"""-show-src: the source's lines as comments in the PTX, below the .loc that names them.

    .loc    1 12 5
    // kernel.cu:12  out[i] = x[i] * 2;

A file that is not there any more, or has fewer lines, is passed over.
"""

from __future__ import annotations

import os
import re

_FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"]*)"(?:\s+"([^"]*)")?', re.MULTILINE)
_LINE = re.compile(r"^\s*\.loc\s+(\d+)\s+(\d+)")
_SHOWN_COLUMNS = 120


def with_source(ptx: str) -> str:
    """The PTX with a comment for each line of source that it names; once where several .loc in a row name it."""
    files = {number: os.path.join(*filter(None, names)) for number, *names in _FILE.findall(ptx)}
    texts = {number: _read(path) for number, path in files.items()}
    lines: list[str] = []
    shown = ("", 0)
    for line in ptx.splitlines(keepends=True):
        lines.append(line)
        found = _LINE.match(line)
        if not found:
            continue
        number, at = found[1], int(found[2])
        text = texts.get(number, [])
        if (number, at) != shown and 0 < at <= len(text):
            said = text[at - 1].strip().rstrip("\\")[:_SHOWN_COLUMNS]
            lines.append(f"\t// {os.path.basename(files[number])}:{at}  {said}\n")
            shown = (number, at)
    return "".join(lines)


def _read(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            # PTX is ASCII, and so are its comments here.
            return [line.encode("ascii", "replace").decode() for line in file.read().splitlines()]
    except OSError:
        return []
