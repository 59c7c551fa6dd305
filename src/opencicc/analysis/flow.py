"""Control flow on a snapshot: successors, predecessors, dominators and natural loops, by block number."""

from __future__ import annotations

from opencicc.llvm.snapshot import Snapshot
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function

UNREACHABLE = -1


class Flow:
    """Edges and dominators of one function."""

    name = "flow"
    group = "cfg"

    def __init__(self, successors: list[list[int]]) -> None:
        self.successors = successors
        self.predecessors: list[list[int]] = [[] for _ in successors]
        for block, targets in enumerate(successors):
            for target in targets:
                self.predecessors[target].append(block)
        self.order = _reverse_postorder(successors)
        self.position = [UNREACHABLE] * len(successors)
        for position, block in enumerate(self.order):
            self.position[block] = position
        self.immediate_dominators = self._dominators()

    @classmethod
    def of(cls, flat: Snapshot) -> Flow:
        """The flow of a snapshot: a block's successors are the blocks among its last instruction's operands."""
        first, last = flat.arguments, flat.first_instruction
        edges = []
        for block in range(flat.blocks):
            operands = flat.operands_of(flat.block_starts[block + 1] - 1)
            edges.append([operand - first for operand in operands if first <= operand < last])
        return cls(edges)

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Flow:
        return cls.of(manager.get(Snapshot, function))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flow) and other.successors == self.successors

    __hash__ = None  # type: ignore[assignment]

    def dominates(self, upper: int, lower: int) -> bool:
        while self.position[lower] > self.position[upper]:
            lower = self.immediate_dominators[lower]
        return lower == upper

    def common_dominator(self, left: int, right: int) -> int:
        """The nearest block that dominates both."""
        return self._common(left, right, self.immediate_dominators)

    def _dominators(self) -> list[int]:
        found = [UNREACHABLE] * len(self.successors)
        if not self.order:
            return found
        found[self.order[0]] = self.order[0]
        changed = True
        while changed:
            changed = False
            for block in self.order[1:]:
                known = [p for p in self.predecessors[block] if found[p] != UNREACHABLE]
                best = known[0]
                for other in known[1:]:
                    best = self._common(best, other, found)
                changed = changed or found[block] != best
                found[block] = best
        return found

    def _common(self, left: int, right: int, found: list[int]) -> int:
        while left != right:
            if self.position[left] > self.position[right]:
                left = found[left]
            else:
                right = found[right]
        return left


@record
class NaturalLoop:
    """A loop by block numbers; `parent` is its index in the list, -1 for an outermost one."""

    header: int
    latches: tuple[int, ...]
    blocks: frozenset[int]
    parent: int
    depth: int
    exits: tuple[tuple[int, int], ...]  # edges that leave it
    preheader: int  # -1 where there is none

    @property
    def leaves_at_latch(self) -> bool:
        """Is the only way out at the end of its latch?"""
        return len(self.exits) == 1 and self.exits[0][0] == self.latches[0]


class Loops:
    """The natural loops of one function, an enclosing one before those inside it."""

    name = "loops"
    group = "cfg"

    def __init__(self, found: list[NaturalLoop]) -> None:
        self.found = found

    @classmethod
    def of(cls, flow: Flow) -> Loops:
        return cls(find_loops(flow))

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Loops:
        return cls.of(manager.get(Flow, function))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loops) and other.found == self.found

    __hash__ = None  # type: ignore[assignment]


def find_loops(flow: Flow) -> list[NaturalLoop]:
    """Natural loops, an enclosing one before those inside it. Cycles with two entries are no natural loops."""
    bodies: dict[int, set[int]] = {}
    latches: dict[int, list[int]] = {}
    for block in flow.order:
        for target in flow.successors[block]:
            if flow.dominates(target, block):
                latches.setdefault(target, []).append(block)
                bodies.setdefault(target, {target}).update(collect_body(flow, target, block))
    found: list[NaturalLoop] = []
    for header in sorted(bodies, key=lambda h: (-len(bodies[h]), flow.position[h])):
        blocks = frozenset(bodies[header])
        around = [i for i, loop in enumerate(found) if header in loop.blocks]
        parent = min(around, key=lambda i: len(found[i].blocks), default=-1)
        depth = found[parent].depth + 1 if parent >= 0 else 1
        exits = tuple((b, t) for b in sorted(blocks) for t in flow.successors[b] if t not in blocks)
        found.append(
            NaturalLoop(header, tuple(latches[header]), blocks, parent, depth, exits, _preheader(flow, header, blocks))
        )
    return found


def collect_body(flow: Flow, header: int, latch: int) -> set[int]:
    """The blocks from which `latch` is reached without passing `header`, and both of them."""
    body, waiting = {header, latch}, [latch] if latch != header else []
    while waiting:
        for before in flow.predecessors[waiting.pop()]:
            if before not in body and flow.position[before] != UNREACHABLE:
                body.add(before)
                waiting.append(before)
    return body


def _preheader(flow: Flow, header: int, blocks: frozenset[int]) -> int:
    outside = [p for p in flow.predecessors[header] if p not in blocks]
    return outside[0] if len(outside) == 1 and len(flow.successors[outside[0]]) == 1 else -1


def _reverse_postorder(successors: list[list[int]]) -> list[int]:
    if not successors:
        return []
    order: list[int] = []
    seen = {0}
    stack = [(0, iter(successors[0]))]
    while stack:
        block, targets = stack[-1]
        for target in targets:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            order.append(block)
            stack.pop()
    return order[::-1]
