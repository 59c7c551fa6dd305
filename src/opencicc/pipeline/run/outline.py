"""What the machine stage asks of a PTX text again and again: words that passes need, and its functions, found in one walk."""

from __future__ import annotations

from opencicc.marks import PULL_MARK
from opencicc.pipeline.spec.machine import TEXT_PASSES
from opencicc.ptx_text import Body, CountedBody, bodies_of
from opencicc.record import once

WORDS = (*(word for words in TEXT_PASSES.values() for word in words), PULL_MARK)
_FOR_C = tuple(word.encode() for word in WORDS)
_NUMBERS = 5  # of a function


class Outline:
    """By the native helper, where libLLVM is open anyway; PTX alone needs neither."""

    def __init__(self, ptx: str) -> None:
        self._ptx = ptx
        self._numbers = _native_outline(ptx)

    @once
    def words(self) -> frozenset[str]:
        """Those of WORDS that stand somewhere in the text."""
        if not self._numbers:
            return frozenset(word for word in WORDS if word in self._ptx)
        return frozenset(word for bit, word in enumerate(WORDS) if self._numbers[0] >> bit & 1)

    @once
    def bodies(self) -> list[Body]:
        numbers, ptx = self._numbers, self._ptx
        if not numbers:
            return bodies_of(ptx)
        return [CountedBody(ptx, *numbers[at : at + _NUMBERS]) for at in range(1, len(numbers), _NUMBERS)]


def _native_outline(ptx: str) -> list[int]:
    from opencicc.llvm import library

    if not library.is_open():
        return []
    from opencicc.llvm.services import services

    return services().ptx_outline(ptx, _FOR_C)
