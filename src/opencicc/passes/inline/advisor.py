"""Model C's advisor: asks model B for the cost of a call, or a trained model for the answer.

default       the cost against the threshold
development   the same, and a line of features for each decision in the training log
release       a trained model decides
"""

from __future__ import annotations

from opencicc.llvm.inline_costs import ALWAYS, NEVER, CostKnobs, native_costs
from opencicc.llvm.snapshot import snapshot
from opencicc.options.driver import OPTIMIZE_SIZE
from opencicc.passes.inline import knobs
from opencicc.passes.inline.model_b import SIZE_THRESHOLD, InlineCost, knobs_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.ir import Module
    from opencicc.llvm.snapshot import Snapshot
    from opencicc.passes.api import PassContext
    from opencicc.passes.inline.decision import Site
    from opencicc.passes.inline.facts import ModuleFacts

    Advice = Callable[[Site, InlineCost, bool], bool | None]

_KINDS = {ALWAYS: "always", NEVER: "never"}


def cost_knobs(ctx: PassContext) -> CostKnobs:
    """LLVM's rule: inline-threshold, where it was given, wins over the default threshold."""
    option = ctx.option
    if ctx.is_given(knobs.THRESHOLD):
        threshold = option(knobs.THRESHOLD)
    else:
        threshold = option(knobs.DEFAULT_THRESHOLD)
        threshold = min(threshold, SIZE_THRESHOLD) if option(OPTIMIZE_SIZE) else threshold
    return CostKnobs(
        threshold,
        option(knobs.HINT_THRESHOLD),
        option(knobs.COLD_THRESHOLD),
        option(knobs.COLD_SITE_THRESHOLD),
        option(knobs.HOT_SITE_THRESHOLD),
        option(knobs.LOCALLY_HOT_THRESHOLD) if ctx.is_given(knobs.LOCALLY_HOT_THRESHOLD) else -1,
        option(knobs.COST_FULL),
        option(knobs.DEFERRAL),
        option(knobs.INSTRUCTION_COST),
        option(knobs.CALL_PENALTY),
        option(knobs.MEMORY_COST),
        option(knobs.SAVINGS_MULTIPLIER),
        option(knobs.PROFITABLE_MULTIPLIER),
        option(knobs.SIZE_ALLOWANCE),
        option(knobs.COST_BENEFIT),
    )


class Costs:
    """Inline costs of call sites: libLLVM's own where the native helper is, else our analysis."""

    def __init__(self, module: Module, facts: ModuleFacts, ctx: PassContext) -> None:
        self.module, self.facts, self.ctx = module, facts, ctx
        self.knobs = cost_knobs(ctx)
        self._snapshots: dict[str, Snapshot] = {}

    def forget(self, name: str) -> None:
        """A function was changed."""
        self._snapshots.pop(name, None)

    def of(self, sites: list[Site]) -> list[InlineCost]:
        calls = [self.facts.call(site).ref for site in sites]
        found = native_costs(self.module, calls, self.knobs, self.ctx.machine) if calls else []
        if found is None:
            return [self._analyze(site) for site in sites]
        return [
            InlineCost(_KINDS.get(c.kind, "variable"), c.cost, c.threshold, c.reason, c.bonus_applied) for c in found
        ]

    def _analyze(self, site: Site) -> InlineCost:
        from opencicc.passes.inline.cost_analysis import analyze

        name = site.callee.name
        if any(inner.callee.name == name for inner in self.facts.sites.get(name, ())):
            return InlineCost("never", reason="recursive")
        if name not in self._snapshots:
            self._snapshots[name] = snapshot(self.facts.function(name))
        actuals = [value.ref for value in self.facts.call(site).arguments]
        knobs = knobs_for(self.facts.functions[site.caller], self.knobs)
        return analyze(site, self._snapshots[name], actuals, self.facts.reader, knobs)


def make_advice(mode: str, ctx: PassContext, facts: ModuleFacts) -> Advice | None:
    """What model C asks beside the cost: nothing, a log that writes itself, or a trained model."""
    if mode == "default":
        return None
    from opencicc.passes.inline.ml.advice import Logger, Trained

    if mode == "development":
        return Logger(facts, ctx.option(knobs.TRAINING_LOG))
    return Trained(facts, ctx.option(knobs.MODEL_FILE))
