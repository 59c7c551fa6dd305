"""Trip counts by running a loop's test on constants, for counters that are not stepped by a constant.

    for (flip = 16; flip > 0; flip /= 2)        5 trips
    for (k = 2; k <= 1024; k <<= 1)             10 trips

LLVM's analysis does the same for such loops; this is for compiles without the native helper.
"""

from __future__ import annotations

from opencicc.analysis.known_integers import constant, fold_instruction, phi_values
from opencicc.llvm.opcodes import OPCODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.flow import NaturalLoop
    from opencicc.llvm.snapshot import Snapshot

MOST_TRIPS = 100  # LLVM's own limit
MOST_INSTRUCTIONS = 32  # that the test depends on
_PHI = OPCODES["phi"]


def trips_by_running(flat: Snapshot, loop: NaturalLoop, test: int, stays_if_true: bool) -> int:
    """Executions of the header until `test`, a value id, says to leave at the only latch; 0 when that can't be told."""
    try:
        run = _Run(flat, loop, test)
    except _NotConstantError:
        return 0
    for trip in range(1, MOST_TRIPS + 1):
        verdict = run.value(test)
        if verdict is None:
            return 0
        if bool(verdict) != stays_if_true:
            return trip
        if not run.advance():
            return 0
    return 0


class _NotConstantError(Exception):
    """The test depends on something that is not known."""


class _Run:
    """The header's phis that a test depends on, trip by trip."""

    def __init__(self, flat: Snapshot, loop: NaturalLoop, test: int) -> None:
        self.flat = flat
        self.loop = loop
        self.next: dict[int, int] = {}  # by phi: the value it takes from the latch
        self.state: dict[int, int] = {}  # by phi: its value in this trip
        self._known: dict[int, int | None] = {}
        self._seen: set[int] = set()
        self._collect(test)

    def _collect(self, value: int) -> None:
        """Find the phis behind a value; raise where it is not made of constants and them."""
        waiting = [value]
        while waiting:
            value = waiting.pop()
            number = value - self.flat.first_instruction
            if value in self._seen:
                continue
            self._seen.add(value)
            if not 0 <= number < self.flat.instructions or self.flat.parents[number] not in self.loop.blocks:
                if constant(self.flat, value) is None:
                    raise _NotConstantError
            elif len(self._seen) > MOST_INSTRUCTIONS:
                raise _NotConstantError
            elif self.flat.opcodes[number] == _PHI:
                waiting.append(self._enter(value))
            else:
                waiting += self.flat.operands_of(number)

    def _enter(self, phi: int) -> int:
        """Take a phi of the header with a constant start; the value from the latch."""
        entry, latched = phi_values(self.flat, self.loop, phi)
        start = constant(self.flat, entry) if entry is not None else None
        if start is None or latched is None:
            raise _NotConstantError
        self.state[phi] = start
        self.next[phi] = latched
        return latched

    def advance(self) -> bool:
        """Go on to the next trip; False where a phi's value can't be told."""
        stepped = {phi: self.value(after) for phi, after in self.next.items()}
        self._known = {}
        self.state = {phi: value for phi, value in stepped.items() if value is not None}
        return len(self.state) == len(stepped)

    def value(self, value: int) -> int | None:
        """A value in this trip."""
        if value in self.state:
            return self.state[value]
        if value not in self._known:
            self._known[value] = self._compute(value)
        return self._known[value]

    def _compute(self, value: int) -> int | None:
        flat, number = self.flat, value - self.flat.first_instruction
        if not 0 <= number < flat.instructions or flat.parents[number] not in self.loop.blocks:
            return constant(self.flat, value)
        return fold_instruction(flat, number, [self.value(operand) for operand in flat.operands_of(number)])
