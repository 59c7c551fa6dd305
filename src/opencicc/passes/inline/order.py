"""Bottom-up order over the call graph: strongly connected components, callees before callers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


def components(graph: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """The components of a call graph, each after all it calls; linear, and without recursion of its own.

    Most functions call nothing, and are found as soon as they are met.
    """
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    is_waiting: set[str] = set()
    found: list[tuple[str, ...]] = []
    for root in graph:
        if root in numbers:
            continue
        if not graph[root]:
            numbers[root] = len(numbers)
            found.append((root,))
            continue
        work = [(root, iter(graph[root]))]
        numbers[root] = lowest[root] = len(numbers)
        waiting.append(root)
        is_waiting.add(root)
        while work:
            node, successors = work[-1]
            for following in successors:
                if following not in graph:
                    continue
                if following not in numbers:
                    if not graph[following]:
                        numbers[following] = len(numbers)
                        found.append((following,))
                        continue
                    numbers[following] = lowest[following] = len(numbers)
                    waiting.append(following)
                    is_waiting.add(following)
                    work.append((following, iter(graph[following])))
                    break
                if following in is_waiting:
                    lowest[node] = min(lowest[node], numbers[following])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == numbers[node]:
                    found.append(_take(node, waiting, is_waiting))
    return found


def _take(node: str, waiting: list[str], is_waiting: set[str]) -> tuple[str, ...]:
    """The component whose first member is `node`, off the stack."""
    members: list[str] = []
    while True:
        member = waiting.pop()
        is_waiting.discard(member)
        members.append(member)
        if member == node:
            return tuple(reversed(members))


def from_the_entry(members: Iterable[str], graph: Mapping[str, Iterable[str]]) -> list[str]:
    """A component's members in the order in which LLVM looks at them: reverse postorder from the first one."""
    inside, seen, finished = set(members), set[str](), list[str]()
    for root in members:
        work = [] if root in seen else [(root, iter(graph[root]))]
        seen.add(root)
        while work:
            _, successors = work[-1]
            following = next((name for name in successors if name in inside and name not in seen), None)
            if following is None:
                finished.append(work.pop()[0])
            else:
                seen.add(following)
                work.append((following, iter(graph[following])))
    return finished[::-1]


def recursive_pairs(graph: Mapping[str, Collection[str]]) -> dict[str, int]:
    """Component number by function, for the question whether caller and callee can reach each other."""
    return {name: number for number, members in enumerate(components(graph)) for name in members}


def levels(graph: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Functions by height above the leaves: all that a level calls outside its own components lies below it."""
    height: dict[str, int] = {}
    for members in components(graph):
        inside = set(members)
        below = [height[c] for m in members for c in graph[m] if c in height and c not in inside]
        own = max(below, default=-1) + 1
        for member in members:
            height[member] = own
    result: list[list[str]] = [[] for _ in range(max(height.values(), default=-1) + 1)]
    for name in graph:
        result[height[name]].append(name)
    return result
