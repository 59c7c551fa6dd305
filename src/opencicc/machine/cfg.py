"""The control-flow graph: successors and predecessors of blocks, as block positions."""

from __future__ import annotations

from opencicc.errors import InputError
from opencicc.machine.ir import Directive, Instr, MachineFunction, Symbol

NEVER_FALLS_THROUGH = frozenset({"bra", "brx", "ret", "exit", "trap"})


class Labels:
    """Finds the block a label means, inner scopes first."""

    def __init__(self, function: MachineFunction) -> None:
        self.function = function
        self.by_name: dict[tuple[int, str], int] = {}
        for position, block in enumerate(function.blocks):
            if block.label is not None:
                self.by_name[block.scope, block.label] = position

    def find(self, name: str, scope: int, line: int) -> int:
        while scope >= 0:
            position = self.by_name.get((scope, name))
            if position is not None:
                return position
            scope = self.function.scope_parents[scope]
        raise InputError(
            f"branch to an unknown label '{name}'",
            at=f"function {self.function.name}, line {line}",
            fix="labels are known inside the braces that hold them",
        )


def end_scopes(function: MachineFunction) -> list[int]:
    """For each block the scope in which its last statement stands. Scopes are numbered in the order of their braces."""
    found: list[int] = []
    scope = opened = 0
    for block in function.blocks:
        for statement in block.body:
            if isinstance(statement, Directive) and statement.kind in "{}":
                if statement.kind == "}":
                    scope = function.scope_parents[scope]
                else:
                    scope = opened = opened + 1
        found.append(scope)
    return found


def branch_targets(function: MachineFunction, instr: Instr, labels: Labels, scope: int) -> list[int]:
    """Where a bra or brx may go."""
    name = instr.operands[-1] if instr.operands else None
    if name is None:
        raise InputError(
            "a branch without a target", at=f"function {function.name}, line {instr.line}", fix="name a label"
        )
    if not isinstance(name, Symbol):
        return []
    if instr.base == "bra":
        return [labels.find(name.name, scope, instr.line)]
    table = function.tables.get(name.name)
    if table is None:
        raise InputError(f"unknown branch table '{name.name}'", at=f"function {function.name}, line {instr.line}")
    return list(dict.fromkeys(labels.find(target, scope, instr.line) for target in table.targets))


def successors(function: MachineFunction) -> list[list[int]]:
    """For each block the positions of the blocks that can follow; targets before the fall-through."""
    labels = Labels(function)
    scopes = end_scopes(function) if len(function.scope_parents) > 1 else [0] * len(function.blocks)
    result: list[list[int]] = []
    for position, block in enumerate(function.blocks):
        instr = block.last
        following: list[int] = []
        falls_through = True
        if instr is not None and instr.base in NEVER_FALLS_THROUGH:
            falls_through = instr.guard is not None
            if instr.base in ("bra", "brx"):
                following = branch_targets(function, instr, labels, scopes[position])
        if falls_through and position + 1 < len(function.blocks) and position + 1 not in following:
            following.append(position + 1)
        result.append(following)
    return result


def predecessors(function: MachineFunction) -> list[list[int]]:
    result: list[list[int]] = [[] for _ in function.blocks]
    for position, following in enumerate(successors(function)):
        for target in following:
            result[target].append(position)
    return result
