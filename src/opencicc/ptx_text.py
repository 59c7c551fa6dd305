"""What can be told from the text of PTX without reading it: where its functions stand, and names that every look needs.

`machine/` parses PTX; who only wants to know whether that is worth it, or changes a line here and there, starts here.
"""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Special registers, by how their names begin, that all threads of a block read alike.
BLOCK_SPECIALS = ("%ctaid", "%nctaid", "%ntid", "%cluster", "%nclusterid", "%gridid")

GAP = " \t"  # between opcode and operands, as code generation writes them


@record
class Line:
    """An instruction as code generation writes it: a tab, the opcode, a space and a tab, operands, a semicolon."""

    start: int  # where in the function's text, and where the end of the line
    end: int
    opcode: str
    target: str
    operands: str


def function_bodies(ptx: str) -> Iterator[tuple[int, int, int]]:
    """Where the header, the body and what follows start, function by function."""
    headers = _headers(ptx)
    start = next(headers)
    while True:
        opening = ptx.find("\n{", start)
        if start == len(ptx) or opening < 0:
            return
        closing = next(headers)
        while closing < opening:  # a declaration: the body belongs to what stands first
            closing = next(headers)
        yield start, opening, closing
        start = closing


def _headers(ptx: str) -> Iterator[int]:
    """Where headers say `.entry` or `.func`, comments apart; at last the end of the text, for ever."""
    words = [".entry", ".func"]
    places = [ptx.find(word) for word in words]  # of the next of each: a text is searched once
    while True:
        found = min((place for place in places if place >= 0), default=len(ptx))
        if found == len(ptx) or "//" not in ptx[ptx.rfind("\n", 0, found) + 1 : found]:
            yield found
        if found < len(ptx):
            which = places.index(found)
            places[which] = ptx.find(words[which], found + 1)


def name_of(header: str) -> str:
    """What stands in front of the last parenthesis of the last header's first line; declarations may stand before it."""
    last = header[max(header.rfind(".entry"), header.rfind(".func")) :]
    return last.partition("\n")[0].rpartition("(")[0].rpartition(" ")[2]


def read_line(text: str, start: int) -> Line | None:
    """The instruction that begins here; None where it is something else."""
    end = text.find("\n", start)
    opcode, gap, rest = text[start + 1 : end].partition(GAP)
    if text[start] != "\t" or not gap or opcode[:1] in ("@", "/", ".") or not rest.endswith(";"):
        return None
    target, _, operands = rest[:-1].partition("}, " if rest[0] == "{" else ", ")
    return Line(start, end, opcode, target, operands)


def sets(line: Line, register: str) -> bool:
    """Is it among the results? A vector has several, and a shuffle says beside its own whether the lane was there."""
    return register in line.target.strip("{").replace("|", ", ").split(", ")


def read_lines(text: str, opening: str) -> list[Line]:
    """The instructions that begin like this."""
    found, at = [], text.find(f"\n{opening}")
    while at >= 0:
        line = read_line(text, at + 1)
        if line:
            found.append(line)
        at = text.find(f"\n{opening}", at + 1)
    return found


def find_mention(text: str, register: str, start: int) -> int:
    """Where a text next names a register, -1 for nowhere."""
    at = text.find(register, start)
    while at >= 0 and text[at + len(register)].isalnum():  # it begins a longer name
        at = text.find(register, at + 1)
    return at


def count_mentions(text: str, register: str) -> int:
    """How often a text names a register."""
    count, at = 0, find_mention(text, register, 0)
    while at >= 0:
        count += 1
        at = find_mention(text, register, at + 1)
    return count


def with_lines(text: str, changes: dict[int, tuple[int, str]]) -> str:
    """A text with other lines: by where a line starts, its end and what stands there instead, a new line's end included."""
    parts, at = [], 0
    for start in sorted(changes):
        end, changed = changes[start]
        parts += [text[at:start], changed]
        at = end + 1
    return "".join([*parts, text[at:]])
