"""Answers for the cascade that need the function's instructions: the simulation and the pressure estimate."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.facts import LoopSite
    from opencicc.passes.unroll.model import DynamicCost, Occupancy
    from opencicc.passes.unroll.view import FunctionView
    from opencicc.target import Target


class FunctionOracle:
    """Asked about one loop of a function that is not being changed meanwhile."""

    def __init__(self, view: FunctionView, site: LoopSite, target: Target) -> None:
        self.view = view
        self.site = site
        self.target = target

    def dynamic_cost(self, trips: int) -> DynamicCost | None:
        from opencicc.passes.unroll.simulate import simulate

        site = self.site
        if site.latch is None or not site.facts.is_innermost:
            return None
        return simulate(self.view, site.header.ref, site.latch.parent.ref, trips)

    def occupancy(self, count: int, is_complete: bool) -> Occupancy:
        from opencicc.passes.unroll.occupancy import estimate

        site = self.site
        latch = site.latch.parent.ref if site.latch is not None else 0
        blocks = self.view.loop_blocks(site.header.ref, latch)
        return estimate(self.view, blocks, count, is_complete and site.facts.depth > 1, self.target)
