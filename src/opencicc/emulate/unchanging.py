"""Memory that a launch promised not to change: what is read with ld.global.nc is written by no thread of it.

The hardware may answer such a load from a cache that no store reaches, so a kernel that breaks the promise computes something else
from run to run. Here it is a fault, wherever the load or the store comes first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from opencicc.emulate.errors import Fault
from opencicc.emulate.numeric.arrays import U8, UNSIGNED, Array

READ_ONLY_LOAD = "read-only load"
_READ, _WRITTEN = 1, 2
_SHIFTS = {1: 0, 2: 1, 4: 2, 8: 3}
_FIX = "what ld.global.nc reads must stay the same while the kernel runs: load it with ld.global"


class Unchanging:
    """A mark for each byte of global memory: read as unchanging, written."""

    def __init__(self, size: int) -> None:
        self.marks = np.zeros(-(-max(size, 1) // 16) * 16, U8)
        self.views = {width: self.marks.view(UNSIGNED[8 * width]) for width in _SHIFTS}

    def note(self, offset: Array, size: int, what: str, writes: bool) -> None:
        if not writes and what != READ_ONLY_LOAD:
            return
        width = min(size, 8)
        index = (offset if offset.dtype == np.int64 else offset.view(np.int64)) >> _SHIFTS[width]
        for part in range(size // width):
            self._note(index + part, width, writes)

    def _note(self, index: Array, width: int, writes: bool) -> None:
        view = self.views[width]
        own, other = (_WRITTEN, _READ) if writes else (_READ, _WRITTEN)
        found = view.take(index)
        broken = found & spread(other, width)
        if broken.any():
            what = (
                "store to memory that a read-only load reads"
                if writes
                else "read-only load of memory that a store writes"
            )
            raise Fault(f"{what} in this launch", int((broken != 0).argmax()), fix=_FIX)
        view[index] = found | spread(own, width)


def spread(mark: int, width: int) -> Any:
    """A mark for each byte of a number."""
    return UNSIGNED[8 * width].type(int.from_bytes(bytes([mark] * width), "little"))
