"""The names of a module's functions at one moment, by what they are: asked for some fifteen times in a compile.

Mostly they are what they were the last time, and so are the answers to questions about them.
"""

from __future__ import annotations

from opencicc.record import once

DEFINED, USED = "=", "+"  # marks of `services().function_names`


class FunctionNames:
    """Those of functions with a body, of those without, and which of these something refers to."""

    def __init__(self, marked: list[str]) -> None:
        self.marked = marked
        self._declares: dict[tuple[str, ...], bool] = {}
        self._uses: dict[tuple[str, ...], bool] = {}

    @once
    def in_order(self) -> list[str]:
        return [name[1:] for name in self.marked]

    @once
    def all(self) -> frozenset[str]:
        return frozenset(self.in_order)

    @once
    def defined(self) -> list[str]:
        return [name[1:] for name in self.marked if name[0] == DEFINED]

    @once
    def declared(self) -> list[str]:
        return [name[1:] for name in self.marked if name[0] != DEFINED]

    @once
    def used(self) -> list[str]:
        """Without a body."""
        return [name[1:] for name in self.marked if name[0] == USED]

    def declares(self, prefixes: tuple[str, ...]) -> bool:
        """Is there a function without a body whose name begins with one of these?"""
        found = self._declares.get(prefixes)
        if found is None:
            found = self._declares[prefixes] = any(name.startswith(prefixes) for name in self.declared)
        return found

    def uses(self, prefixes: tuple[str, ...]) -> bool:
        """Does something refer to such a function?"""
        found = self._uses.get(prefixes)
        if found is None:
            found = self._uses[prefixes] = any(name.startswith(prefixes) for name in self.used)
        return found


_last = FunctionNames([])


def names_of(marked: list[str]) -> FunctionNames:
    """What is known of this very list, which nobody changes."""
    global _last
    found = _last
    if found.marked is not marked:
        found = _last = FunctionNames(marked)
    return found
