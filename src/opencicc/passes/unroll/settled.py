"""Which functions have nothing left to unroll: most invocations find the loops that the last one left alone.

A print (native/loop_fingerprint.cpp) says that loops, and all that their trip counts and sizes come from, are still the same.
It is made of addresses in a context, so it is kept for one compile only: `ctx.memory(SettledLoops)`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.params import UnrollParams
    from opencicc.passes.unroll.tell import Misses


class SettledLoops:
    """By function the print of its loops when nothing was left to do, and the parameters that said so."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[UnrollParams, int]] = {}
        self.misses: Misses = {}  # what was said of loops that were left alone

    def is_known(self, function: str) -> bool:
        return function in self._known

    def print_by(self, function: str, params: UnrollParams) -> int:
        """The print of loops that these parameters would leave alone too; 0 for none."""
        decided_by, seen = self._known[function]
        return seen if params.is_within(decided_by) else 0

    def remember(self, function: str, params: UnrollParams, seen: int) -> None:
        self._known[function] = params, seen
