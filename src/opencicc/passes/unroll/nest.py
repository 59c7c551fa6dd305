"""What a loop that holds loops comes to when those go too.

Complete unrolling of an outer loop often makes the trips of the inner ones known, so that every copy of them is
unrolled in turn: ten trips of a sorting network's outer loop are ten inner loops of one to ten trips each.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Measured(Protocol):
        """What is asked of a loop: LoopFacts has it, and so has a LoopSite, for which no facts need be made."""

        @property
        def body_size(self) -> int: ...
        @property
        def trip_count(self) -> int: ...
        @property
        def max_trip_count(self) -> int: ...
        @property
        def is_innermost(self) -> bool: ...
        @property
        def is_disabled(self) -> bool: ...


def nest_sizes(loops: Sequence[Measured], parents: Sequence[int], usual_trips: int) -> list[int]:
    """Sizes of the loops' bodies with all loops inside them unrolled; 0 for those that hold none.

    `parents` are indices, -1 for none; an enclosing loop comes before those inside it.
    """
    grown = [0] * len(loops)
    for index in range(len(loops) - 1, -1, -1):
        parent = parents[index]
        if parent >= 0:
            size = loops[index].body_size + grown[index]
            grown[parent] += grown[index] + (_trips_inside(loops[index], usual_trips) - 1) * size
    return [loop.body_size + extra if not loop.is_innermost else 0 for loop, extra in zip(loops, grown, strict=True)]


def _trips_inside(loop: Measured, usual_trips: int) -> int:
    """Trips that a loop may turn out to have; one whose unrolling is disabled stays as it is."""
    if loop.is_disabled:
        return 1
    return loop.trip_count or min(loop.max_trip_count or usual_trips, usual_trips)
