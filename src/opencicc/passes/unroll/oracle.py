"""Answers for the cascade that need the function's instructions: the simulation, the strides and the pressure estimate."""

from __future__ import annotations

from opencicc.analysis.launch import LaunchFacts
from opencicc.analysis.pressure import LiveRegisters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function
    from opencicc.llvm.layout import Layout
    from opencicc.passes.api import PassContext
    from opencicc.passes.unroll.model import DynamicCost, Occupancy
    from opencicc.passes.unroll.site import LoopSite
    from opencicc.passes.unroll.view import FunctionView


class FunctionOracle:
    """Asked about one loop of a function that is not being changed meanwhile."""

    def __init__(self, function: Function, ctx: PassContext, site: LoopSite) -> None:
        self.function = function
        self.ctx = ctx
        self.site = site
        self.was_asked = False

    def dynamic_cost(self, trips: int, threshold: int) -> DynamicCost | None:
        from opencicc.passes.unroll.simulate import simulate
        from opencicc.passes.unroll.view import FunctionView

        self.was_asked = True
        site = self.site
        if not site.latch_ref or not site.is_innermost:
            return None
        view = FunctionView(self.function, self.ctx.analysis)
        return simulate(view, site.header_ref, site.latch_ref, trips, threshold)

    def reads_apart(self) -> bool:
        from opencicc.analysis.uniformity import Uniformity
        from opencicc.passes.unroll.strides import reads_apart

        uniformity = self.ctx.analysis(Uniformity, self.function)
        return reads_apart(*self._view_of_loop(), uniformity.is_uniform)

    def is_left_together(self) -> bool:
        from opencicc.analysis.uniformity import Uniformity

        self.was_asked = True
        uniformity = self.ctx.analysis(Uniformity, self.function)
        return uniformity.divergent is None or uniformity.is_uniform(self.site.latch_ref)

    def fetches(self) -> int:
        from opencicc.passes.unroll.strides import fetches

        return fetches(*self._view_of_loop())

    def takes_from_rows(self) -> bool:
        from opencicc.passes.unroll.strides import takes_from_rows

        return takes_from_rows(*self._view_of_loop())

    def _view_of_loop(self) -> tuple[FunctionView, set[int], Layout]:
        from opencicc.passes.unroll.view import FunctionView

        self.was_asked = True
        view = FunctionView(self.function, self.ctx.analysis)
        blocks = view.loop_blocks(self.site.header_ref, self.site.latch_ref)
        return view, blocks, self.ctx.module.layout

    def occupancy(self, count: int, is_complete: bool) -> Occupancy:
        from opencicc.passes.unroll.occupancy import estimate

        self.was_asked = True
        facts = self.site.facts
        launch = self.ctx.analysis(LaunchFacts, self.function)
        registers = self.ctx.analysis(LiveRegisters, self.function).loops[self.site.header_ref]
        return estimate(launch, registers, count, is_complete and facts.depth > 1, self.ctx.target)
