"""What can be told from the text of PTX without reading it: where its functions stand, and names that every look needs.

`machine/` parses PTX; who only wants to know whether that is worth it, or changes a line here and there, starts here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Special registers, by how their names begin, that all threads of a block read alike.
BLOCK_SPECIALS = ("%ctaid", "%nctaid", "%ntid", "%cluster", "%nclusterid", "%gridid")


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
