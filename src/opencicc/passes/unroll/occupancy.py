"""What copies of a loop's body do to the number of warps that fit on a multiprocessor.

The pressure of the body comes from live values (analysis/pressure.py). Each further copy is expected to keep its
loaded values in flight beside those of the others; a loop that goes completely inside another one has its addresses
hoisted in front of that, one pair of registers for each access. Launch bounds say how many threads a block has.
"""

from __future__ import annotations

from opencicc.passes.unroll.model import Occupancy
from opencicc.target import Target, count_resident_warps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.pressure import RegistersInLoop
    from opencicc.llvm.ir import Function

USUAL_BLOCK_THREADS = 256
REGISTERS_OF_AN_ADDRESS = 2


def estimate(function: Function, found: RegistersInLoop, count: int, is_nested: bool, target: Target) -> Occupancy:
    """Registers and warps as the function is, and with `count` copies of a loop's blocks."""
    limit = max_registers(function, target)
    now = min(found.in_function, limit)
    per_copy = found.loaded + (REGISTERS_OF_AN_ADDRESS * found.accesses if is_nested else 0)
    grown = found.most + (count - 1) * per_copy
    then = min(max(now, grown), limit)
    threads = block_threads(function)
    before, after = (count_resident_warps(target, registers, threads) for registers in (now, then))
    return Occupancy(now, then, before, after, target.limits.warps // 2)


def block_threads(function: Function) -> int:
    """Threads of a block by launch bounds, or the usual number."""
    width, height, depth = block_dimensions(function)
    return max(1, min(width * height * depth, 1024))


def block_dimensions(function: Function) -> tuple[int, int, int]:
    """The size of a block in x, y and z by launch bounds, or the usual one."""
    return function.launch_bounds or (USUAL_BLOCK_THREADS, 1, 1)


def last_thread_number(function: Function, dimension: str) -> int:
    """The largest thread number of a block in dimension x, y or z."""
    return block_dimensions(function)["xyz".index(dimension)] - 1


def max_registers(function: Function, target: Target) -> int:
    """Registers a thread can get: what is beyond is spilled and does not cost warps."""
    return function.max_registers or target.limits.max_registers
