"""What a step changed, function by function: the parts of two module texts that differ, with their sizes."""

from __future__ import annotations

import fnmatch
import re

from opencicc import names, terminal
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

MODULE = ""  # the name of what stands outside of all functions
_DEFINITION = re.compile(r'^define [^@]*@("[^"]*"|[-\w.$]+)\(', re.MULTILINE)
_LABEL = re.compile(r'^(?:"[^"]*"|[-\w.$]+):', re.MULTILINE)
_INSTRUCTION = re.compile(r"^  [^\s;\]]", re.MULTILINE)
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@record
class Change:
    """One function, or the module around all of them, before and after; '' where there is none."""

    name: str
    before: str
    after: str

    @property
    def diff(self) -> str:
        return diff_text(self.before, self.after)


def diff_text(before: str, after: str) -> str:
    import difflib

    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "before", "after", lineterm="", n=2)
    return "\n".join(lines)


def parts_of(text: str) -> dict[str, str]:
    """The functions of a module's text by name, and what is around them under MODULE."""
    parts: dict[str, str] = {}
    around, position = [], 0
    for start in _DEFINITION.finditer(text):
        if start.start() < position:
            continue
        end = text.find("\n}\n", start.start())
        end = len(text) if end < 0 else end + 3
        parts[start[1].strip('"')] = text[start.start() : end]
        around.append(text[position : start.start()])
        position = end
    parts[MODULE] = "".join([*around, text[position:]])
    return parts


def changes(before: str, after: str) -> list[Change]:
    """The parts that differ, in the order of the text after."""
    old, new = parts_of(before), parts_of(after)
    every = dict.fromkeys([*new, *old])
    return [
        Change(name, old.get(name, ""), new.get(name, "")) for name in every if old.get(name, "") != new.get(name, "")
    ]


def is_wanted(name: str, wanted: Sequence[str]) -> bool:
    """Is this a function that was asked for, by its own name or as it is shown? * and ? stand for any letters."""
    if not wanted:
        return True
    spellings = [names.shown(name, style) for style in names.STYLES]
    return bool(name) and any(fnmatch.fnmatchcase(text, pattern) for text in spellings for pattern in wanted)


def only_wanted(text: str, wanted: Sequence[str]) -> str:
    """A module's text, or of it the functions that were asked for."""
    if not wanted:
        return text
    return "\n".join(part for name, part in parts_of(text).items() if is_wanted(name, wanted))


def heading(change: Change, step: int, style: str) -> str:
    """`step 12, saxpy: 93 -> 80 instructions, 7 -> 5 blocks`."""
    if change.name == MODULE:
        return f"step {step}, outside of functions"
    texts = (change.before, change.after)
    sizes = [(count_instructions(text), count_blocks(text)) if text else None for text in texts]
    return f"step {step}, {names.shown(change.name, style)}: {sizes_text(*sizes)}"


def sizes_text(before: tuple[int, int] | None, after: tuple[int, int] | None) -> str:
    """(instructions, blocks) of a function on either side; None where it was not there."""
    if before is None or after is None:
        return f"{'new' if before is None else 'removed'}, {(before or after or (0, 0))[0]} instructions"
    blocks = "1 block" if before[1] == after[1] == 1 else f"{from_to((before[1], after[1]))} blocks"
    return f"{from_to((before[0], after[0]))} instructions, {blocks}"


def from_to(counts: Sequence[int]) -> str:
    return f"{counts[0]} -> {counts[1]}" if counts[0] != counts[1] else str(counts[0])


def count_instructions(text: str) -> int:
    """Lines of a function's text that begin an instruction: cases of a switch and debug records are indented further."""
    return len(_INSTRUCTION.findall(text))


def count_blocks(text: str) -> int:
    """Labels, and the first block where it has none."""
    body = text.partition("{\n")[2]
    return len(_LABEL.findall(body)) + (not _LABEL.match(body))


def show(comment: str, what: str, heading: str, diff: str, stream: TextIO) -> None:
    """A title in one line or, where that is too long for 80 columns, in two; then the diff."""
    is_short = len(comment) + len(what) + 1 + len(heading) <= terminal.WIDTH
    title = f"{comment}{what}{' ' if is_short else chr(10) + comment}{heading}"
    for line in title.splitlines():
        print(terminal.paint(line, "bold", stream), file=stream)
    for line in diff.splitlines():
        print(terminal.paint(line, _COLOURS[line[0]], stream) if line[:1] in _COLOURS else line, file=stream)
