"""Natural loops: a block that control comes back to, with all blocks on the ways back."""

from __future__ import annotations

from opencicc.machine.dominators import Dominators
from opencicc.record import record


@record
class Loop:
    """`header` dominates all `blocks`; `parent` is the number of the loop around it, -1 for none."""

    header: int
    blocks: frozenset[int]
    parent: int
    depth: int


class Loops:
    """The loops of a function, outer ones first, and for each block how many it is in.

    A way back to a block that does not dominate its source (an irreducible cycle) makes no loop here.
    """

    def __init__(self, following: list[list[int]], dominators: Dominators | None = None) -> None:
        dominators = dominators or Dominators(following)
        bodies = _bodies(following, dominators)
        headers = sorted(bodies, key=lambda header: (-len(bodies[header]), header))
        self.innermost = [-1] * len(following)  # by block the number of its innermost loop
        self.loops: list[Loop] = []
        for number, header in enumerate(headers):
            around = self.innermost[header]
            depth = self.loops[around].depth + 1 if around >= 0 else 1
            self.loops.append(Loop(header, frozenset(bodies[header]), around, depth))
            for block in bodies[header]:
                self.innermost[block] = number

    def depth(self, block: int) -> int:
        loop = self.innermost[block]
        return self.loops[loop].depth if loop >= 0 else 0


def _bodies(following: list[list[int]], dominators: Dominators) -> dict[int, set[int]]:
    """By header the blocks from which a way leads back to it without leaving what it dominates."""
    before: list[list[int]] = [[] for _ in following]
    for block in dominators.order:
        for target in following[block]:
            before[target].append(block)
    bodies: dict[int, set[int]] = {}
    for block in dominators.order:
        for header in following[block]:
            if dominators.dominates(header, block):
                body = bodies.setdefault(header, {header})
                pending = [block]
                while pending:
                    inside = pending.pop()
                    if inside not in body:
                        body.add(inside)
                        pending += before[inside]
    return bodies
