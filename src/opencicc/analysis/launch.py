"""Launch facts: what a kernel's attributes promise about its blocks and its registers."""

from __future__ import annotations

from math import prod

from opencicc.llvm.names import LARGEST_BLOCK, MAX_REGISTERS, MIN_BLOCKS, REQUIRED_BLOCK
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
        registers = function.attribute(MAX_REGISTERS)
        return cls(
            function.is_kernel,
            read_block(function),
            int(registers) if registers and registers.isdigit() else 0,
            registers is not None,
            function.has_attribute(MIN_BLOCKS),
        )

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


def read_block(function: Function) -> tuple[int, int, int] | None:
    """The largest block that the attributes allow; a required one says more. What is no number counts as 1."""
    text = function.attribute(REQUIRED_BLOCK) or function.attribute(LARGEST_BLOCK)
    if not text:
        return None
    sizes = [int(part) if part.strip().isdigit() else 1 for part in text.split(",")]
    width, height, depth = [max(1, size) for size in (*sizes, 1, 1)][:3]
    return width, height, depth
