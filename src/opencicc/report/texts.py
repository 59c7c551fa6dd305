"""Rows of a trace with what a compile read and made: source, PTX, SASS, names (docs/trace.md)."""

from __future__ import annotations

import os
import re

from opencicc.names import WHOLE, shown, shown_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.compiler.driver import CompileResult
    from opencicc.compiler.files import Input

    Row = dict[str, object]

MOST_SOURCE_BYTES = 400_000  # of all files together: a page has to stay small
_FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"]+)"', re.MULTILINE)
_MANGLED = re.compile(r"\b_+Z\w+")
_SECTION = re.compile(r"^\.text\.(\S+):")
_LINE_MARK = re.compile(r'^\s*//## File "([^"]*)", line (\d+)')
_OFFSET = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s*(.*)$")


def source_rows(result: CompileResult, inputs: Iterable[Input]) -> list[Row]:
    """The inputs, then the files that the PTX's lines come from, as far as they are text and can be read."""
    rows: list[Row] = []
    left = MOST_SOURCE_BYTES
    for item in inputs:
        text = _as_text(item.data)
        if text and len(text) <= left:
            rows.append({"kind": "source", "file": item.name, "path": os.path.abspath(item.name), "text": text})
            left -= len(text)
    known = {row["path"] for row in rows}
    for _, name in _FILE.findall(result.ptx):
        path = os.path.abspath(name)
        text = "" if path in known else _read(path)
        if text and len(text) <= left:
            known.add(path)
            rows.append({"kind": "source", "file": name, "path": path, "text": text})
            left -= len(text)
    return rows


def _read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return _as_text(file.read(MOST_SOURCE_BYTES + 1))
    except OSError:
        return ""


def _as_text(data: bytes) -> str:
    if b"\0" in data:
        return ""
    return data.decode(errors="replace")


def sass_rows(text: str) -> list[Row]:
    """`nvdisasm -g -c` as a row for each function, its lines as [offset, text, file, line]."""
    rows: list[Row] = []
    lines: list[list[object]] = []
    file, number = "", 0
    for line in text.splitlines():
        if section := _SECTION.match(line):
            lines, file, number = [], "", 0
            rows.append({"kind": "sass", "function": section[1], "lines": lines})
        elif mark := _LINE_MARK.match(line):
            file, number = mark[1], int(mark[2])
        elif (code := _OFFSET.match(line)) and rows:
            lines.append([code[1], " ".join(code[2].split()), file, number])
        elif rows and line.startswith(".L"):
            lines.append(["", line.strip(), "", 0])
    return rows


def names_row(rows: Iterable[Row], remarks: str) -> Row:
    """Every mangled name in the rows and remarks, as people write it."""
    texts = [remarks]
    for row in rows:
        if row["kind"] in ("ptx", "ir", "kernel", "sass"):
            texts += [str(row.get(key, "")) for key in ("text", "function", "name")]
        elif row["kind"] == "text":
            texts += row["lines"]  # type: ignore[arg-type]
    found = {name: None for text in texts for name in _MANGLED.findall(text)}
    names = {name: [short, shown(name, WHOLE)] for name, short in shown_all(found).items()}
    return {"kind": "names", "names": {name: both for name, both in names.items() if both[1] != name}}
