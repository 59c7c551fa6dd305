"""Uniformity: which values and branches are the same for all threads of a warp, by LLVM's analysis.

Only the native helper reaches it; without one nothing is known to be uniform.
"""

from __future__ import annotations

from opencicc.errors import InternalError
from opencicc.llvm.services import services
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function


@record
class Uniformity:
    """What may differ between the threads of a warp."""

    divergent: (
        frozenset[int] | None
    )  # LLVM's pointers to values, and to blocks at whose end threads may part; None: all

    name = "uniformity"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Uniformity:
        if manager.machine is None:
            raise InternalError("uniformity depends on the target: this AnalysisManager was made without a machine")
        return cls(services().divergent(function, manager.machine))

    def is_uniform(self, ref: int) -> bool:
        """Does this value, or the way on from this block, not depend on the thread? Given as LLVM's pointer."""
        return self.divergent is not None and ref not in self.divergent
