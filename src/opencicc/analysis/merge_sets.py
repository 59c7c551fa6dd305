"""Merge sets: for each block the blocks where a definition in it meets another one, however many joins away.

The merge set of a block is its iterated dominance frontier. With it phis are placed for any set of definitions by one
`|`, and a value defined in a block needs a phi exactly in the blocks of its merge set where it is alive. Sets are Python
ints, bit n for block n.
"""

from __future__ import annotations

from opencicc.analysis.flow import UNREACHABLE, Flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function


class MergeSets:
    """The analysis `merge-sets`: `frontiers` are one join away, `sets` any number."""

    name = "merge-sets"
    group = "cfg"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> MergeSets:
        return cls(manager.get(Flow, function))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MergeSets) and other.frontiers == self.frontiers

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, flow: Flow) -> None:
        self.frontiers = _frontiers(flow)
        self.sets = _iterate(flow, self.frontiers)

    def of(self, blocks: Iterable[int]) -> int:
        """Where definitions in these blocks merge."""
        merged = 0
        for block in blocks:
            merged |= self.sets[block]
        return merged


def _frontiers(flow: Flow) -> list[int]:
    """A block is in the frontier of whatever dominates a predecessor of it and not, strictly, itself."""
    found = [0] * len(flow.successors)
    for block in flow.order:
        if len(flow.predecessors[block]) < 2 and block != flow.order[0]:
            continue
        stop = UNREACHABLE if block == flow.order[0] else flow.immediate_dominators[block]
        for runner in flow.predecessors[block]:
            if flow.position[runner] == UNREACHABLE:
                continue
            while runner != stop:
                found[runner] |= 1 << block
                if runner == flow.order[0]:
                    break
                runner = flow.immediate_dominators[runner]
    return found


def _iterate(flow: Flow, frontiers: list[int]) -> list[int]:
    """The frontier of the frontier and so on, until nothing is added; inner blocks first, so few rounds."""
    sets = list(frontiers)
    changed = True
    while changed:
        changed = False
        for block in reversed(flow.order):
            merged, rest = sets[block], sets[block]
            while rest:
                lowest = rest & -rest
                merged |= sets[lowest.bit_length() - 1]
                rest ^= lowest
            if merged != sets[block]:
                sets[block] = merged
                changed = True
    return sets
