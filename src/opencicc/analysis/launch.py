"""Launch facts: what a kernel's attributes promise about its blocks and its registers."""

from __future__ import annotations

from math import prod

from opencicc.llvm.names import MAX_REGISTERS, MIN_BLOCKS
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function


@record
class LaunchFacts:
    """`block` is the largest one in x, y and z, None where nothing is said."""

    is_kernel: bool
    block: tuple[int, int, int] | None
    limits_registers: bool
    has_min_blocks: bool

    name = "launch"

    @classmethod
    def compute(cls, function: Function, _: AnalysisManager) -> LaunchFacts:
        limits = (function.has_attribute(name) for name in (MAX_REGISTERS, MIN_BLOCKS))
        return cls(function.is_kernel, function.launch_bounds, *limits)

    @property
    def threads(self) -> int:
        """Of the largest block, 0 where nothing is said."""
        return prod(self.block or (0,))
