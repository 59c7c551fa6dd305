"""Whom the calls of a function call, by name: most functions call few, many times."""

from __future__ import annotations

from opencicc.llvm.snapshot import Snapshot


class Callees:
    """The names of what calls call, each function asked once."""

    def __init__(self, flat: Snapshot) -> None:
        self._flat = flat
        self._names: dict[int, str] = {}

    def name(self, number: int) -> str:
        callee = self._flat.operands_of(number)[-1]
        if callee not in self._names:
            self._names[callee] = self._flat.instruction(number).callee_name
        return self._names[callee]
