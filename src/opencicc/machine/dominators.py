"""Dominators of blocks: which blocks every way from the entry to a block goes through.

The iterative algorithm of Cooper, Harvey and Kennedy over reverse postorder. Blocks that nothing reaches have no
dominator (-1) and dominate nothing but themselves.
"""

from __future__ import annotations


def reverse_postorder(following: list[list[int]]) -> list[int]:
    """Reachable blocks, each before those that follow it, back edges aside."""
    if not following:
        return []
    order: list[int] = []
    seen = {0}
    stack = [(0, iter(following[0]))]
    while stack:
        block, rest = stack[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(following[target])))
                break
        else:
            order.append(block)
            stack.pop()
    return order[::-1]


class Dominators:
    """`parent[b]` is the nearest block that dominates b: 0 for the entry itself, -1 where nothing reaches b."""

    def __init__(self, following: list[list[int]]) -> None:
        self.order = reverse_postorder(following)
        self.parent = _parents(following, self.order)
        self._first, self._last = self._number(len(following))

    def dominates(self, above: int, below: int) -> bool:
        """Does every way to `below` go through `above`? A block dominates itself."""
        if above == below:
            return True
        if self.parent[above] < 0 or self.parent[below] < 0:
            return False
        return self._first[above] <= self._first[below] <= self._last[above]

    def _number(self, count: int) -> tuple[list[int], list[int]]:
        """Preorder numbers in the tree, and the largest below each block: two compares answer `dominates`."""
        children: list[list[int]] = [[] for _ in range(count)]
        for block in self.order[1:]:
            children[self.parent[block]].append(block)
        first, last = [-1] * count, [-1] * count
        stack, number = ([0] if self.order else []), 0
        while stack:
            block = stack.pop()
            first[block] = last[block] = number
            number += 1
            stack += children[block]
        for block in reversed(self.order[1:]):  # children stand after their parent
            above = self.parent[block]
            last[above] = max(last[above], last[block])
        return first, last


def _parents(following: list[list[int]], order: list[int]) -> list[int]:
    rank = {block: position for position, block in enumerate(order)}
    before: list[list[int]] = [[] for _ in following]
    for block in order:
        for target in following[block]:
            before[target].append(block)
    parent = [-1] * len(following)
    if order:
        parent[order[0]] = order[0]
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            best = -1
            for source in before[block]:
                if parent[source] >= 0:
                    best = source if best < 0 else _meet(best, source, parent, rank)
            if best != parent[block]:
                parent[block] = best
                changed = True
    return parent


def _meet(one: int, other: int, parent: list[int], rank: dict[int, int]) -> int:
    while one != other:
        while rank[one] > rank[other]:
            one = parent[one]
        while rank[other] > rank[one]:
            other = parent[other]
    return one
