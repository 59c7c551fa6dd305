"""What can be told from the text of PTX without reading it: where its functions stand, and names that every look needs.

`machine/` parses PTX; who only wants to know whether that is worth it, or changes a line here and there, starts here.
"""

from __future__ import annotations

from opencicc.record import once, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Special registers, by how their names begin, that all threads of a block read alike.
BLOCK_SPECIALS = ("%ctaid", "%nctaid", "%ntid", "%cluster", "%nclusterid", "%gridid")

GAP = " \t"  # between opcode and operands, as code generation writes them

# 32-bit registers that a register of a type takes; others take two.
WIDTHS = {"b16": 1, "b32": 1, "b64": 2, "b128": 4, "f16": 1, "f32": 1, "f64": 2, "u16": 1, "s16": 1, "u32": 1,
          "s32": 1, "u64": 2, "s64": 2, "b8": 1, "f16x2": 1, "bf16": 1, "pred": 0}  # fmt: skip


@record
class Line:
    """An instruction as code generation writes it: a tab, the opcode, a space and a tab, operands, a semicolon."""

    start: int  # where in the function's text, and where the end of the line
    end: int
    opcode: str
    target: str
    operands: str


class Body:
    """A function of a PTX text that has a body: where its header, its body and what follows start."""

    def __init__(self, ptx: str, start: int, opening: int, closing: int) -> None:
        self._ptx = ptx
        self.start, self.opening, self.closing = start, opening, closing

    @property
    def is_called(self) -> bool:
        """Is it no kernel?"""
        return self._ptx.startswith(".func", self.start)

    def has(self, word: str) -> bool:
        return self._ptx.find(word, self.opening, self.closing) >= 0

    @once
    def statements(self) -> int:
        """Lines that end with a semicolon."""
        return self._ptx.count(";\n", self.start, self.closing)

    @once
    def units(self) -> int:
        """32-bit registers that it declares."""
        return declared_units(self._ptx, self.opening, self.closing)


class CountedBody(Body):
    """One whose numbers are known already."""

    def __init__(self, ptx: str, start: int, opening: int, closing: int, statements: int, units: int) -> None:
        super().__init__(ptx, start, opening, closing)
        self.__dict__.update(statements=statements, units=units)


def bodies_of(ptx: str) -> list[Body]:
    return [Body(ptx, *places) for places in function_bodies(ptx)]


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


def declared_units(ptx: str, start: int, end: int) -> int:
    """32-bit registers that the declarations between two positions make."""
    total = 0
    for width, names in declarations(ptx, start, end):
        for name in names:
            _, bracket, count = name.partition("<")
            total += width * (int(count.rstrip(">")) if bracket and count.rstrip(">").isdigit() else 1)
    return total


def declarations(ptx: str, start: int, end: int) -> list[tuple[int, list[str]]]:
    """(units of one register, names) of each `.reg`."""
    found = []
    at = ptx.find(".reg", start, end)
    while at >= 0:
        stop = ptx.find(";", at)
        words = ptx[at + len(".reg") : stop].split(None, 1)  # `.reg .b16 h, r` and `.reg.b16 h,r`
        if len(words) == 2:
            found.append((WIDTHS.get(words[0].lstrip("."), 2), [name.strip() for name in words[1].split(",")]))
        at = ptx.find(".reg", stop, end)
    return found


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
