"""What copies of a loop's body do to the number of warps that fit on a multiprocessor.

The pressure of the body comes from live values (analysis/pressure.py). Each further copy is expected to keep its
loaded values in flight beside those of the others; a loop that goes completely inside another one has its addresses
hoisted in front of that, one pair of registers for each access. Launch bounds say how many threads a block has.
"""

from __future__ import annotations

from opencicc.passes.unroll.model import Occupancy
from opencicc.target import RegisterBounds, Target, count_resident_warps, register_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.launch import LaunchFacts
    from opencicc.analysis.pressure import RegistersInLoop

REGISTERS_OF_AN_ADDRESS = 2


def estimate(launch: LaunchFacts, found: RegistersInLoop, count: int, is_nested: bool, target: Target) -> Occupancy:
    """Registers and warps as the function is, and with `count` copies of a loop's blocks."""
    # What is beyond the limit is spilled and does not cost warps.
    limit = register_limit(target, RegisterBounds(max_registers=launch.max_registers))
    now = min(found.in_function, limit)
    per_copy = found.loaded + (REGISTERS_OF_AN_ADDRESS * found.accesses if is_nested else 0)
    grown = found.most + (count - 1) * per_copy
    then = min(max(now, grown), limit)
    threads = launch.usual_threads
    before, after = (count_resident_warps(target, registers, threads) for registers in (now, then))
    return Occupancy(now, then, before, after, target.limits.warps // 2)
