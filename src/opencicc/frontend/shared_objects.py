"""`__shared__` objects with constructors, which clang refuses and nvcc takes with a warning, without running them.

    __shared__ Barrier b, c[2];
    =>
    __shared__ Barrier *b_type, (*c_type)[2];                       the declaration's own words, for the types only
    __shared__ __opencicc_unconstructed<decltype(b_type)> b_memory; auto &b = b_memory.__object;   and so for c

When clang has refused some, it is run again on a text with such declarations in their place (`-remap-file`, so that
names and lines stay the user's). A declaration that a macro writes, or one with an initialiser, which nvcc refuses too,
stays as it is.
"""

from __future__ import annotations

import re

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

REFUSED = "error: initialization is not supported for __shared__ variables"
WARNING = "warning: the constructor of a __shared__ object is not run: a thread has to initialize it"

_PLACE = re.compile(rf"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): {re.escape(REFUSED)}$", re.MULTILINE)
_NAME = re.compile(rb"[A-Za-z_]\w*")
# What may follow the name: array bounds without brackets or semicolons inside, then the next name or the end.
_BOUNDS = re.compile(rb"(?:\s*\[[^\[\];]*\])*")
_AFTER = re.compile(rb"\s*[,;]")


@record
class Place:
    """Where clang found such an object: a file, and a line and a column that count from 1."""

    file: str
    line: int
    column: int

    @property
    def warning(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {WARNING}\n"


def find_refused(said: str) -> tuple[Place, ...]:
    """The objects that clang refused, each once however many instances of a template have it."""
    found = (Place(match["file"], int(match["line"]), int(match["column"])) for match in _PLACE.finditer(said))
    return tuple(dict.fromkeys(found))


def rewrite(text: bytes, places: Iterable[Place], lines_above: int = 0) -> tuple[bytes, tuple[Place, ...]]:
    """The text with memory in place of the objects at `places`, and which of these declarations were understood.

    `lines_above` are lines of the text that clang does not count.
    """
    starts = _line_starts(text)[lines_above:]
    edits: dict[int, tuple[int, bytes]] = {}
    additions: dict[int, bytes] = {}
    understood = []
    for place in places:
        start = starts[min(place.line, len(starts)) - 1] + place.column - 1
        name, end = _NAME.match(text, start), text.find(b";", start)
        bounds = _BOUNDS.match(text, name.end()) if name else None
        if name is None or bounds is None or _AFTER.match(text, bounds.end()) is None or end < 0:
            continue
        edits[start] = (bounds.end(), _type_only(name[0], bounds[0].strip()))
        additions[end] = additions.get(end, b"") + _memory(name[0])
        understood.append(place)
    return _apply(text, edits, additions), tuple(understood)


def _line_starts(text: bytes) -> list[int]:
    """Where each line begins, for clang: a form feed ends none."""
    starts = [0]
    for line in text.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _type_only(name: bytes, bounds: bytes) -> bytes:
    return b"(*__opencicc_type_of_%s)%s" % (name, bounds) if bounds else b"*__opencicc_type_of_%s" % name


def _memory(name: bytes) -> bytes:
    kind, memory = b"__opencicc_type_of_" + name, b"__opencicc_memory_of_" + name
    return (
        b" __attribute__((shared)) __opencicc_unconstructed<decltype(%s)> %s __attribute__((aligned(__alignof__(%s))));"
        b" auto &%s = %s.__object;" % (kind, memory, kind, name, memory)
    )


def _apply(text: bytes, edits: dict[int, tuple[int, bytes]], additions: dict[int, bytes]) -> bytes:
    """Names replaced and declarations added after their semicolons, all on the lines where they were."""
    parts, done = [], 0
    for start in sorted({*edits, *additions}):
        if start in edits:
            end, words = edits[start]
            parts += [text[done:start], words]
        else:
            end, words = start + 1, additions[start]
            parts += [text[done:end], words]
        done = end
    return b"".join([*parts, text[done:]])
