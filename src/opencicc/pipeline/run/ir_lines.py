"""A module's text as functions, lines and source locations, without what changes by itself from step to step.

Metadata and attribute groups are numbered anew whenever one comes or goes. A line of a function would then differ without
having changed; so `!dbg !41` becomes the source line it stands for, beside the text, and other numbers are left out.
"""

from __future__ import annotations

import re
from functools import lru_cache

MODULE = ""  # the name under which what is outside of functions goes
_DEFINITION = re.compile(r"^define .*?@(\"(?:[^\"\\]|\\.)*\"|[\w.$-]+)\(")
_DEBUG = re.compile(r",? !dbg !(\d+)")
_NUMBERED = re.compile(r"(![a-zA-Z_.]+|%\w+) !\d+|(?<=[) ])#\d+")
_NODE = re.compile(r"^!(\d+) = (?:distinct )?!DI(\w+)\((.*)\)$", re.MULTILINE)
_FIELD = re.compile(r"\b(line|scope|file|filename|directory): (?:!?(\d+)|\"((?:[^\"\\]|\\.)*)\")")
_LABEL = re.compile(r"^[-\w.$\"]+:")
_PREDECESSORS = re.compile(r" +; preds = .*$")

Line = tuple[str, str]  # a text, and 'file:line' or ''


def functions_of(text: str) -> dict[str, list[Line]]:
    """The lines of each function by its name; those of globals and declarations under MODULE."""
    places = Places(text)
    found: dict[str, list[Line]] = {MODULE: []}
    lines, comment = found[MODULE], ""
    is_inside = False
    for line in text.splitlines():
        if is_inside:
            lines.append(_cleaned(line, places))
            if line == "}":
                is_inside, lines = False, found[MODULE]
        elif line.startswith("define "):
            name = _DEFINITION.match(line)
            lines = found[name[1].strip('"') if name else line] = [(comment, "")] if comment else []
            lines.append(_cleaned(line, places))
            is_inside, comment = True, ""
        elif line.startswith("; Function Attrs:"):
            comment = line
        elif line and not line.startswith(("!", "attributes #", "; ModuleID")):
            lines += [(part, "") for part in (comment, _NUMBERED.sub(_without_number, line)) if part]
            comment = ""
    return found


def _cleaned(line: str, places: Places) -> Line:
    place = _DEBUG.search(line)
    at = places.of(place[1]) if place else ""
    if place:
        line = _DEBUG.sub("", line)
    if "; preds" in line:
        line = _PREDECESSORS.sub("", line)
    return _NUMBERED.sub(_without_number, line) if "!" in line or "#" in line else line, at


def _without_number(found: re.Match[str]) -> str:
    return found[1] or ""


def count(lines: list[Line]) -> tuple[int, int]:
    """(instructions, blocks) of a function's lines."""
    instructions, blocks = 0, 1
    for text, _ in lines:
        if text.startswith("  ") and not text.startswith(("   ", "  #dbg", "  ]")):
            instructions += 1
        elif _LABEL.match(text):
            blocks += 1
    return instructions, blocks - _names_entry(lines)


def _names_entry(lines: list[Line]) -> bool:
    """A label right behind the header is the entry's own."""
    at = next((number for number, (text, _) in enumerate(lines) if text.startswith("define ")), 0)
    return at + 1 < len(lines) and bool(_LABEL.match(lines[at + 1][0]))


class Places:
    """What `!dbg !41` of a text means: 'file:line', of the innermost function where some were inlined."""

    def __init__(self, text: str) -> None:
        start = text.find("\n!0 = ")
        self.nodes = {number: fields for number, _, fields in _NODE.findall(text, max(start, 0))} if start >= 0 else {}
        self._known: dict[str, str] = {}

    def of(self, number: str) -> str:
        if number not in self._known:
            self._known[number] = self._find(number)
        return self._known[number]

    def _find(self, number: str) -> str:
        fields = _fields(self.nodes.get(number, ""))
        line, scope = fields.get("line", "0"), fields
        for _ in range(64):  # scopes nest: a loop in a block in a function
            if "file" in scope or "scope" not in scope:
                break
            scope = _fields(self.nodes.get(scope["scope"], ""))
        file = _fields(self.nodes.get(scope.get("file", ""), ""))
        name, folder = file.get("filename", ""), file.get("directory", "")
        if not name or line == "0":
            return ""
        return f"{name if name.startswith('/') or not folder else folder + '/' + name}:{line}"


@lru_cache(maxsize=4096)
def _fields(text: str) -> dict[str, str]:
    return {name: number or word for name, number, word in _FIELD.findall(text)}
