"""Answers for the cascade that need the function's instructions: the simulation and the pressure estimate."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.unroll.model import DynamicCost, Occupancy
    from opencicc.passes.unroll.site import LoopSite
    from opencicc.passes.unroll.view import FunctionView
    from opencicc.target import Target


class FunctionOracle:
    """Asked about one loop of a function that is not being changed meanwhile."""

    def __init__(self, view: FunctionView, site: LoopSite, target: Target) -> None:
        self.view = view
        self.site = site
        self.target = target
        self.was_asked = False

    def dynamic_cost(self, trips: int, threshold: int) -> DynamicCost | None:
        from opencicc.passes.unroll.simulate import simulate

        self.was_asked = True
        site = self.site
        if not site.latch_ref or not site.is_innermost:
            return None
        return simulate(self.view, site.header_ref, site.latch_ref, trips, threshold)

    def occupancy(self, count: int, is_complete: bool) -> Occupancy:
        from opencicc.passes.unroll.occupancy import estimate

        self.was_asked = True
        site = self.site
        registers = self.view.registers_in_loop(site.header_ref, site.latch_ref)
        return estimate(self.view.function, registers, count, is_complete and site.facts.depth > 1, self.target)
