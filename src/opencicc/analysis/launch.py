"""Launch facts: what a kernel's attributes promise about its blocks and its registers."""

from __future__ import annotations

from math import prod

from opencicc.llvm.names import MAX_REGISTERS, MIN_BLOCKS
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function


USUAL_BLOCK = (256, 1, 1)
MOST_THREADS = 1024  # of a block


@record
class LaunchFacts:
    """What a kernel's attributes promise about its blocks and its registers."""

    is_kernel: bool
    block: tuple[int, int, int] | None  # the largest one in x, y and z, None where nothing is said
    max_registers: int  # of a thread, 0 where nothing is said
    limits_registers: bool
    has_min_blocks: bool

    name = "launch"

    @classmethod
    def compute(cls, function: Function, _: AnalysisManager) -> LaunchFacts:
        limits = function.max_registers, function.has_attribute(MAX_REGISTERS), function.has_attribute(MIN_BLOCKS)
        return cls(function.is_kernel, function.launch_bounds, *limits)

    @property
    def threads(self) -> int:
        """Of the largest block, 0 where nothing is said."""
        return prod(self.block or (0,))

    @property
    def usual_threads(self) -> int:
        """Of the largest block, or of a usual one where nothing is said."""
        return max(1, min(prod(self.block or USUAL_BLOCK), MOST_THREADS))

    def last_thread(self, dimension: str) -> int:
        """The largest thread number of such a block in dimension x, y or z."""
        return (self.block or USUAL_BLOCK)["xyz".index(dimension)] - 1
