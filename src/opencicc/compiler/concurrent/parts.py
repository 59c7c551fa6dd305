"""Which functions are compiled together: the decision, from what refers to what.

A part is a set of roots (kernels and whatever else the program's other modules may ask for) with all that they reach. What
only this module can see is copied into every part that needs it, so that a part optimises it as the whole module would;
what may exist only once (a variable with a state, a function whose address is kept) ties its users into one part. Parts
follow the module's order and do not depend on the number of workers: neither does the code.
"""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.compiler.concurrent.references import Symbol

# A part costs 5 to 10 ms beyond its work (reading, linking, a pipeline of its own): a tenth of what this many instructions take.
LEAST_PART = 2000
USUAL_PARTS = 8  # more only where each is twice as large as it must be
MOST_PARTS = 16


@record
class Part:
    """The roots that this part owns, functions in the module's order and then variables, and its size in instructions."""

    owned: tuple[str, ...]
    size: int


def plan_parts(symbols: dict[str, Symbol], least: int = LEAST_PART, most: int = MOST_PARTS) -> tuple[Part, ...]:
    """The parts in the module's order; one part means that there is nothing to cut."""
    groups = _tied_roots(symbols)
    total = sum(symbol.size for symbol in symbols.values())
    wanted = -(-total // count_parts(total, least, most))
    parts: list[Part] = []
    owned: list[str] = []
    inside: set[str] = set()
    size = 0
    for group in groups:
        whole = inside | _reached(group, symbols)
        grown = _size(whole, symbols)
        if owned and grown - wanted > wanted - size:  # nearer to what is wanted without this one
            parts.append(Part(tuple(owned), size))
            owned, whole = [], _reached(group, symbols)
            grown = _size(whole, symbols)
        owned += group
        inside, size = whole, grown
    if owned:
        if parts and size < wanted // 2:  # what is left over is no part of its own
            last = parts.pop()
            owned = [*last.owned, *owned]
            inside = _reached(owned, symbols)
        parts.append(Part(tuple(owned), _size(inside, symbols)))
    return _with_variables(parts, symbols)


def count_parts(total: int, least: int, most: int) -> int:
    """A power of two, so that two, four or eight workers have equal shares."""
    count = 1
    while 2 * count <= most and total >= 2 * count * least * (1 if 2 * count <= USUAL_PARTS else 2):
        count *= 2
    return count


def _with_variables(parts: list[Part], symbols: dict[str, Symbol]) -> tuple[Part, ...]:
    """Each variable that must be in the output belongs to the first part that needs it, or to the first of all."""
    owned: list[list[str]] = [list(part.owned) for part in parts]
    reached = [_reached(part.owned, symbols) for part in parts]
    for name, symbol in symbols.items():
        if symbol.is_root and not symbol.is_function and parts:
            owned[next((at for at, names in enumerate(reached) if name in names), 0)].append(name)
    return tuple(Part(tuple(names), part.size) for names, part in zip(owned, parts, strict=True))


def _tied_roots(symbols: dict[str, Symbol]) -> list[list[str]]:
    """The roots, those together that reach the same single symbol, by the first of each group."""
    roots = [name for name, symbol in symbols.items() if symbol.is_root and symbol.is_function]
    leader: dict[str, str] = {root: root for root in roots}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    owner: dict[str, str] = {}
    position = {root: at for at, root in enumerate(roots)}
    for root in roots:
        for name in _reached([root], symbols):
            if symbols[name].is_single:
                first, second = sorted((find(owner.setdefault(name, root)), find(root)), key=position.__getitem__)
                leader[second] = first
    groups: dict[str, list[str]] = {}
    for root in roots:
        groups.setdefault(find(root), []).append(root)
    return list(groups.values())


def _reached(names: Iterable[str], symbols: dict[str, Symbol]) -> set[str]:
    """The definitions that these need, themselves included."""
    waiting, seen = list(names), set(names)
    while waiting:
        for name in symbols[waiting.pop()].refers_to:
            if name in symbols and name not in seen:
                seen.add(name)
                waiting.append(name)
    return seen


def _size(names: Iterable[str], symbols: dict[str, Symbol]) -> int:
    return sum(symbols[name].size for name in names)
