"""Ways through SASS: which blocks are taken seldom, which lie in loops, and how counts of blocks bound each other."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from benchmarks.sass import ENDS, SassBlock
from opencicc.machine.loops import Loops

OUTFLOW = 0.5  # what parted may meet behind a block, so that less leaves it than is issued in it
# Ways for operands that data seldom has, in division, roots and reciprocals; 64-bit integer division is no such way.
RARE_CALL = re.compile(r"__cuda_sm\w*(slowpath|mediumpath|_full|f64)")


class Flow:
    """How counts of blocks bound each other: no block is issued more often than those before it together, or than the
    first of its loop, and seldom more often than those behind it."""

    def __init__(self, blocks: Sequence[SassBlock], weights: Sequence[float], headers: Sequence[int]) -> None:
        self.members: list[list[int]] = [[] for _ in blocks]
        for at, header in enumerate(headers):
            if header not in (-1, at):
                self.members[header].append(at)
        self.before = predecessors(blocks)
        self.after = [
            () if block.instrs[-1].base in ENDS else tuple(to for to in block.following if to != at)
            for at, block in enumerate(blocks)
        ]
        self.weights = weights

    def settle(self, at: int, votes: Sequence[tuple[float, float]], counts: list[float]) -> float:
        """The count that the fewest votes and the fewest bounds speak against."""
        coming, going = self.coming(at, counts), self.going(at, counts)
        if not votes:
            return min(coming, going) if coming < math.inf or going < math.inf else 0.0
        choices = sorted({value for value, _ in votes} | {weighted_median(votes)})
        old = counts[at]
        costs = []
        for choice in choices:
            counts[at] = choice
            against = sum(weight * distance(choice, value) for value, weight in votes)
            costs.append((against + self.strain(at, counts), choice))
        counts[at] = old
        return min(costs)[1]

    def coming(self, at: int, counts: Sequence[float]) -> float:
        return sum(counts[one] for one in self.before[at]) if self.before[at] else math.inf

    def going(self, at: int, counts: Sequence[float]) -> float:
        return sum(counts[one] for one in self.after[at]) if self.after[at] else math.inf

    def strain(self, at: int, counts: Sequence[float]) -> float:
        """What the bounds around a block say against the counts."""
        total = sum(self.weights[one] * beyond(counts[one], counts[at]) for one in self.members[at])
        for one in {at, *self.after[at]}:
            total += self.weights[one] * beyond(counts[one], self.coming(one, counts))
        for one in {at, *self.before[at]}:
            total += OUTFLOW * self.weights[one] * beyond(counts[one], self.going(one, counts))
        return total


def distance(one: float, other: float) -> float:
    """0 for equal counts to 1 for those apart by a factor of two or more."""
    if not one or not other:
        return float(one != other)
    return min(abs(math.log2(one / other)), 1.0)


def beyond(count: float, bound: float) -> float:
    return distance(count, bound) if count > bound else 0.0


def weighted_median(votes: Sequence[tuple[float, float]]) -> float:
    left = sum(weight for _, weight in votes) / 2
    for value, weight in sorted(votes):
        left -= weight
        if left <= 0:
            return value
    return 0.0


def rare_blocks(blocks: Sequence[SassBlock]) -> set[int]:
    """Blocks that lead to nothing but a rare call, or are reached from such or where a warp has parted only."""
    before = predecessors(blocks)
    parted = {block.instrs[-1].target for block in blocks if block.instrs[-1].opcode.startswith("BRA.DIV")}
    rare = {
        at
        for at, block in enumerate(blocks)
        if (block.instrs[-1].base == "CALL" and RARE_CALL.search(block.instrs[-1].operands))
        or any(RARE_CALL.search(label) for label in block.labels)
        or block.following == [at]  # a lone jump to itself stands behind the code
        or (parted & set(block.labels) and all(is_parting(blocks[one], block) for one in before[at]))
    }
    while True:
        more = {
            at
            for at, block in enumerate(blocks)
            if at not in rare
            and ((before[at] and before[at] <= rare) or (block.following and set(block.following) <= rare))
        }
        if not more:
            return rare
        rare |= more


def is_parting(block: SassBlock, target: SassBlock) -> bool:
    last = block.instrs[-1]
    return last.opcode.startswith("BRA.DIV") and last.target in target.labels


def predecessors(blocks: Sequence[SassBlock]) -> list[set[int]]:
    before: list[set[int]] = [set() for _ in blocks]
    for at, block in enumerate(blocks):
        for target in block.following:
            before[target].add(at)
    return before


def reached(following: Sequence[Sequence[int]], start: int) -> set[int]:
    seen, waiting = {start}, [start]
    while waiting:
        for target in following[waiting.pop()]:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def loops_of(blocks: Sequence[SassBlock]) -> tuple[list[int], list[int]]:
    """By block how many loops it is in (one at least where a way leads back to it), and its loop's first block or -1."""
    before, following = predecessors(blocks), [block.following for block in blocks]
    starts = [at for at in range(len(blocks)) if at == 0 or not before[at]]
    # One entry in front of all functions: it is number 0, all others are one further.
    loops = Loops([[at + 1 for at in starts], *([to + 1 for to in targets] for targets in following)])
    depths, headers = [], []
    for at in range(len(blocks)):
        comes_back = any(at in reached(following, to) for to in following[at])
        depths.append(loops.depth(at + 1) or int(comes_back))
        loop = loops.innermost[at + 1]
        headers.append(loops.loops[loop].header - 1 if loop >= 0 else -1)
    return depths, headers
