"""Give `byval` and `sret` in old IR text the type they name: LLVM 7 read it off the pointer in front of them.

    %struct.S* byval align 4 %x    =>    %struct.S* byval(%struct.S) align 4 %x

libLLVM 22 reads typed pointers in text and forgets what they point to, so these two have to say it. Only text that it
refused comes here. What is no typed pointer (`ptr byval`) stays as it is, and the reader's error with it.
"""

from __future__ import annotations

import re

_UNTYPED = re.compile(r'"[^"\n]*"|;[^\n]*|(?<![\w.$%@-])(byval|sret)(?![\w.$-])(?!\s*\()')
# What may stand between the pointer's star and the attribute: other attributes.
_ATTRIBUTES = re.compile(r"\*((?:\s+[a-z_]+(?:\s*\([^()]*\))?(?:\s+\d+)?)*\s*)$")
_SPACE = re.compile(r"\s*addrspace\s*\(\s*\d+\s*\)\s*$")
_NAME = re.compile(r'(?:%"[^"]*"|[%\w.$-]+)$')
_OPENERS = {"}": "{", "]": "[", ">": "<", ")": "("}
_MOST_LOOK_BACK = 4000  # characters: a type is never that long, a line may be


def add_types(text: str) -> str:
    """The text with a type behind every `byval` and `sret` that lacks one."""
    parts: list[str] = []
    copied = 0
    for match in _UNTYPED.finditer(text):
        if match.group(1) is None:  # a string or a comment
            continue
        pointee = _pointee(text[max(0, match.start() - _MOST_LOOK_BACK) : match.start()])
        if pointee:
            parts += [text[copied : match.end()], f"({pointee})"]
            copied = match.end()
    return "".join([*parts, text[copied:]])


def _pointee(before: str) -> str:
    """The type in front of the star that ends the last type of this text; '' where there is none."""
    star = _ATTRIBUTES.search(before)
    return _last_type(_SPACE.sub("", before[: star.start()])) if star else ""


def _last_type(text: str) -> str:
    """The type that a text ends with."""
    text = text.rstrip()
    if not text:
        return ""
    if text[-1] == "*":
        return _last_type(_SPACE.sub("", text[:-1])) + "*"
    if text[-1] not in _OPENERS:
        name = _NAME.search(text)
        return name.group() if name else ""
    depth = 0
    for position in range(len(text) - 1, -1, -1):
        depth += (text[position] in _OPENERS) - (text[position] in _OPENERS.values())
        if depth == 0:
            return text[position:]
    return ""
