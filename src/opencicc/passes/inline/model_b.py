"""Model B: LLVM's inline cost. Instructions count 5 units each, what constants and local memory make vanish counts
nothing, and the sum is held against a threshold of the call site. Imports no LLVM.
"""

from __future__ import annotations

from opencicc.passes.inline.decision import FunctionFacts, Site
from opencicc.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.inline_costs import CostKnobs

THRESHOLD_MULTIPLIER = 11  # NVPTX's: calls are dear
SINGLE_BLOCK_PERCENT = 50
VECTOR_PERCENT = 150
LAST_CALL_BONUS = 15000
SIZE_THRESHOLD, LEAST_SIZE_THRESHOLD = 50, 5  # of callers marked optsize and minsize


@record
class InlineCost:
    """What a call site costs. `kind` is variable, always or never; the last call's bonus may already be in."""

    kind: str
    cost: int = 0
    threshold: int = 0
    reason: str = ""
    bonus_applied: int = 0


def knobs_for(caller: FunctionFacts, knobs: CostKnobs) -> CostKnobs:
    """The knobs as a caller that shall be small sees them."""
    if caller.is_minsize:
        least = min(knobs.threshold, LEAST_SIZE_THRESHOLD)
        return replace(knobs, threshold=least, hint_threshold=least)
    return replace(knobs, threshold=min(knobs.threshold, SIZE_THRESHOLD)) if caller.is_optsize else knobs


def base_threshold(site: Site, knobs: CostKnobs) -> int:
    """The threshold before bonuses: hints raise it, coldness lowers it, the target multiplies it."""
    threshold = knobs.threshold
    if site.callee.has_hint:
        threshold = max(threshold, knobs.hint_threshold)
    if site.callee.is_cold:
        threshold = min(threshold, knobs.cold_threshold)
    return threshold * THRESHOLD_MULTIPLIER


def judge(cost: InlineCost, *, is_last_use: bool = False, bonus: int = 0, multiplier: int = 1) -> tuple[bool, int, str]:
    """Inline or not, the final cost, and why.

    `is_last_use` says that all other calls of a local callee are gone by now, `bonus` is model D's,
    `multiplier` model C's for recursion.
    """
    if cost.kind == "always":
        return True, 0, cost.reason
    if cost.kind == "never":
        return False, 0, cost.reason
    total = cost.cost * multiplier if cost.cost > 0 else cost.cost
    if is_last_use and not cost.bonus_applied:
        total -= LAST_CALL_BONUS
    total -= bonus
    fits = total < max(1, cost.threshold)
    return fits, total, "the cost is below the threshold" if fits else "the cost reaches the threshold"
