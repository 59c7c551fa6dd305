"""Which functions ipmsp copies: those whose calls disagree about the memory of a pointer, once for each way they agree.

    caller a gives shared, caller b gives global     f stays for the calls of a, f.ipmsp.1 is for those of b

Only reads: a plan names a function, the calls, and the spaces that they have in common.
"""

from __future__ import annotations

from opencicc.analysis.spaces import resolve
from opencicc.llvm.edit_clone import can_be_cloned
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.memspace.calls import Callee, CallGraph, Site
from opencicc.passes.memspace.roots import is_used_as_address
from opencicc.record import record

Spaces = tuple[tuple[int, int], ...]  # parameter number and space
_CALL = OPCODES["call"]
_OVERRIDABLE = ("linkonce", "linkonce_odr", "weak", "weak_odr", "extern_weak", "common", "available_externally")


@record
class Group:
    """Calls of a function that agree about some of its parameters."""

    callee: Callee
    spaces: Spaces
    sites: tuple[Site, ...]

    @property
    def key(self) -> tuple[int, Spaces]:
        return self.callee.function.ref, self.spaces

    @property
    def size(self) -> int:
        return self.callee.flat.instructions


def find_groups(graph: CallGraph) -> list[Group]:
    """The groups that would gain by a copy of their own, in the order of the module."""
    return [group for callee in graph.callees.values() for group in _groups_of(graph, callee)]


def _groups_of(graph: CallGraph, callee: Callee) -> list[Group]:
    function = callee.function
    if function.is_kernel or function.linkage in _OVERRIDABLE or not can_be_cloned(callee.flat.opcodes):
        return []
    open_positions = [n for n in callee.pointers if not resolve(callee.arguments[n]) and matters(graph, callee, n)]
    if not open_positions:
        return []
    by_spaces: dict[Spaces, list[Site]] = {}
    for site in callee.sites:
        caller = graph.callees[site.caller.ref]
        walk, operands = graph.walk_of(caller), caller.flat.operands_of(site.number)
        found = ((n, resolve(walk.of(operands[n]))) for n in open_positions)
        by_spaces.setdefault(tuple((n, space) for n, space in found if space), []).append(site)
    unknown = by_spaces.pop((), [])
    groups = [Group(callee, spaces, tuple(sites)) for spaces, sites in by_spaces.items()]
    if callee.is_closed and not unknown and groups:
        groups.remove(max(groups, key=lambda group: len(group.sites)))  # the function itself is theirs
    return groups


def matters(graph: CallGraph, callee: Callee, position: int) -> bool:
    """Is a parameter used as an address, or handed on to a function of the module?"""
    flat = callee.flat
    if is_used_as_address(flat, position):
        return True
    numbers = (user - flat.first_instruction for user in flat.users_of(position))
    return any(
        flat.opcodes[number] == _CALL and flat.values[flat.operands_of(number)[-1]] in graph.callees
        for number in numbers
    )


def affordable(groups: list[Group], most: int, most_size: int) -> list[Group]:
    """As many groups as the limits allow, the smallest functions first; -1 is no limit."""
    chosen: list[Group] = []
    size = 0
    for group in sorted(groups, key=lambda group: group.size):
        if (most >= 0 and len(chosen) >= most) or size + group.size > most_size:
            break
        chosen.append(group)
        size += group.size
    return chosen
