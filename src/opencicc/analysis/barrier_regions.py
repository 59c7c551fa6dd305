"""The parts of a function that its barriers divide it into: code of one region may run at the same time in any threads.

Blocks are cut at their barriers, and pieces that flow into one another are one region. A barrier with the same region
on both sides (a loop around it that has no other) divides nothing but the trips.
"""

from __future__ import annotations

from itertools import pairwise

from opencicc.analysis.barriers import Barrier, call_effects, find_barriers, read_marks
from opencicc.analysis.flow import Flow
from opencicc.llvm.snapshot import Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function


class BarrierRegions:
    """By barrier the regions above and below it; by region the accesses inside, as bits of analysis/barriers.py."""

    name = "barrier-regions"

    def __init__(self, barriers: list[Barrier], sides: list[tuple[int, int]], accesses: list[int]) -> None:
        self.barriers, self.sides, self.accesses = barriers, sides, accesses

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> BarrierRegions:
        flat, flow = manager.get(Snapshot, function), manager.get(Flow, function)
        barriers = find_barriers(function, flat, flow)
        if not barriers:
            return cls([], [], [])
        marks = read_marks(flat, call_effects)
        first: list[int] = []  # by block the number of its first piece
        inside: list[int] = []  # by piece what it accesses
        for row in marks:
            first.append(len(inside))
            inside.append(0)
            for number, found in row:
                if number < 0:
                    inside.append(0)
                else:
                    inside[-1] |= found
        last = [after - 1 for after in (*first[1:], len(inside))]
        joined = list(range(len(inside)))
        for block in flow.order:
            for target in flow.successors[block]:
                _join(joined, last[block], first[target])
        numbers: dict[int, int] = {}
        for block in flow.order:
            for piece in range(first[block], last[block] + 1):
                numbers.setdefault(_root(joined, piece), len(numbers))
        accesses = [0] * len(numbers)
        sides: list[tuple[int, int]] = []
        for block in range(flat.blocks):
            if flow.position[block] < 0:
                continue
            pieces = [numbers[_root(joined, piece)] for piece in range(first[block], last[block] + 1)]
            for offset, region in enumerate(pieces):
                accesses[region] |= inside[first[block] + offset]
            sides += pairwise(pieces)
        reached = [barrier for barrier in barriers if flow.position[barrier.block] >= 0]
        return cls(reached, sides, accesses)

    def __eq__(self, other: object) -> bool:
        mine = (self.barriers, self.sides, self.accesses)
        return isinstance(other, BarrierRegions) and (other.barriers, other.sides, other.accesses) == mine

    __hash__ = None  # type: ignore[assignment]


def _root(joined: list[int], piece: int) -> int:
    while joined[piece] != piece:
        joined[piece] = joined[joined[piece]]
        piece = joined[piece]
    return piece


def _join(joined: list[int], left: int, right: int) -> None:
    joined[_root(joined, right)] = _root(joined, left)
