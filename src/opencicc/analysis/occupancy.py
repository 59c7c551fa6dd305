"""Occupancy: how many warps of a kernel fit on a multiprocessor, by its registers, its blocks and its shared memory.

Registers are those that live values need (LiveRegisters), threads those of the launch bounds, shared memory that of the
module's variables. Where nothing is said about the block, 256 threads are assumed; dynamic shared memory counts as none.
"""

from __future__ import annotations

from opencicc.analysis.launch import LaunchFacts
from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm.names import SHARED
from opencicc.record import record
from opencicc.target import RegisterBounds, count_resident_warps, next_cliff, register_cliffs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function
    from opencicc.target import Target


@record
class Occupancy:
    """What decides how many warps fit; the target answers how many."""

    registers: int  # alive at the fullest point
    threads: int  # of a block
    shared_bytes: int
    limit: int  # registers that the kernel allows itself, 0 for no limit
    is_block_known: bool

    name = "occupancy"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Occupancy:
        launch = manager.get(LaunchFacts, function)
        alive = manager.get(LiveRegisters, function).count
        return cls(
            alive, launch.usual_threads, count_shared_bytes(function), launch.max_registers, bool(launch.threads)
        )

    def warps(self, target: Target, registers: int | None = None) -> int:
        """Warps that fit with so many registers, or with those that are alive."""
        wanted = self.registers if registers is None else registers
        most = min(self.limit or target.limits.max_registers, target.limits.max_registers)
        return count_resident_warps(target, min(wanted, most), self.threads, self.shared_bytes)

    def cliffs(self, target: Target) -> tuple[tuple[int, int], ...]:
        """(most registers, warps) for each step, fewest registers first."""
        return register_cliffs(target, self.threads, self.shared_bytes)

    def register_target(self, target: Target) -> int:
        """The most registers with which one step more of warps would fit; 0 where all that can fit already do."""
        most = min(self.limit or target.limits.max_registers, target.limits.max_registers)
        bounds = RegisterBounds(self.threads, max_registers=self.limit, shared_bytes=self.shared_bytes)
        return next_cliff(target, bounds, min(self.registers, most))[0]


def count_shared_bytes(function: Function) -> int:
    """Shared memory of the variables of a function's module."""
    layout = function.module_layout
    sizes = (layout.size_bytes(v.value_type) for v in function.module_globals if v.address_space == SHARED)
    return sum(sizes)
