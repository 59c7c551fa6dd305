"""The variables of a PTX text in an order that is the same in every run.

PTX wants a variable declared before an initialiser names it, so libLLVM writes those that an
initialiser names first, in the order of their addresses in memory: other bytes in every process. Here
they follow the module's order as far as names allow.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencicc.llvm.ir import Module


def has_linked_variables(module: Module) -> bool:
    """May an initialiser name another variable? Plain numbers, however many, cost no look."""
    return any(variable.has_compound_initializer for variable in module.globals)


def settle(ptx: str, names: list[str]) -> str:
    """The text with its variables, one a line before the first function, in the order of `names`."""
    end = ptx.find("\n{\n")
    lines = (ptx if end < 0 else ptx[:end]).split("\n")
    known = set(names)
    places = {name: at for at, line in enumerate(lines) if (name := declared_name(line)) in known}
    ordered = dependencies_first([name for name in names if name in places], lambda name: lines[places[name]])
    settled = list(lines)
    for at, name in zip(sorted(places.values()), ordered, strict=True):
        settled[at] = lines[places[name]]
    return ptx if settled == lines else "\n".join(settled) + ("" if end < 0 else ptx[end:])


def declared_name(line: str) -> str:
    """'table' for `.visible .global .align 8 .u64 table[6] = {f, e};`, '' for a line that declares no variable."""
    if not line.startswith(".") or not line.endswith(";"):
        return ""
    return line.partition("=")[0].rstrip("; ").rpartition(" ")[2].partition("[")[0]


def dependencies_first(names: list[str], line_of: Callable[[str], str]) -> list[str]:
    """The names in their order, each after those that its initialiser names; libLLVM has refused circles."""
    import re

    position = {name: at for at, name in enumerate(names)}
    left: dict[str, Iterator[str]] = {}  # what a name needs and nobody has looked at
    for name in names:
        words = set(re.findall(r"[A-Za-z_$%][\w$]*", line_of(name).partition("=")[2]))
        left[name] = iter(sorted(words & position.keys(), key=position.__getitem__))
    opened: set[str] = set()
    ordered: list[str] = []
    for first in names:
        stack = [first] if first not in opened else []
        while stack:
            opened.add(stack[-1])
            unseen = next((word for word in left[stack[-1]] if word not in opened), None)
            if unseen is None:
                ordered.append(stack.pop())
            else:
                stack.append(unseen)
    return ordered
