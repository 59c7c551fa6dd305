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
    start = _next_function(ptx, 0)
    while True:
        opening = ptx.find("\n{", start)
        if start == len(ptx) or opening < 0:
            return
        closing = _next_function(ptx, opening)  # a line that starts with a brace may be inline assembly: no end
        yield start, opening, closing
        start = closing


def _next_function(ptx: str, at: int) -> int:
    """Where the next header says `.entry` or `.func`, comments apart; the end of the text where none does."""
    while True:
        found = min(one for one in (ptx.find(".entry", at), ptx.find(".func", at), len(ptx)) if one >= 0)
        if found == len(ptx) or "//" not in ptx[ptx.rfind("\n", 0, found) + 1 : found]:
            return found
        at = found + 1
