"""How often loops run: LLVM's own counts where the native helper is, else what the test at the latch proves."""

from __future__ import annotations

from opencicc.analysis.flow import Loops
from opencicc.analysis.latch_counts import LatchCounts
from opencicc.llvm.services import services
from opencicc.llvm.snapshot import Snapshot
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function


@record
class Trips:
    """Executions of a loop's header; 0 where unknown, and the multiple at least 1."""

    count: int = 0
    multiple: int = 1
    most: int = 0
    at_latch: int = 0  # if no exit before the latch is taken


@record
class TripCounts:
    """How often each loop runs, by LLVM's pointer to its header."""

    loops: dict[int, Trips]

    name = "trips"

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> TripCounts:
        found = services().loops(function)
        if found is not None:
            return cls(
                {
                    loop.header: Trips(loop.trip_count, loop.trip_multiple, loop.max_trip_count, loop.latch_trip_count)
                    for loop in found
                }
            )
        flat, loops = manager.get(Snapshot, function), manager.get(Loops, function).found
        counts = manager.get(LatchCounts, function).found
        return cls(
            {
                flat.block(loop.header).ref: Trips(
                    count.trips if loop.leaves_at_latch else 0,
                    max(count.trips, 1) if loop.leaves_at_latch else 1,
                    count.trips or count.most,
                    count.trips,
                )
                for loop, count in zip(loops, counts, strict=True)
            }
        )
