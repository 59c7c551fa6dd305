"""-inline-deferral: leave a call alone where inlining it keeps its caller from being inlined, at a higher price.

    static mid() { big(); }     three callers of mid have room for mid, none for mid with big in it:
    a() { mid(); } ...          inlining mid three times is worth more than inlining big once

As LLVM decides it. Imports no LLVM.
"""

from __future__ import annotations

from opencicc.passes.inline.model_b import LAST_CALL_BONUS, InlineCost, judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE = 2  # LLVM's inline-deferral-scale


def should_defer(cost: int, outer: Sequence[InlineCost], *, is_local: bool, uses: int) -> bool:
    """Is a call of this cost better left? `outer` are the costs of the calls of its caller, `uses` all its uses."""
    if cost <= 0:
        return False
    wanted = [one for one in outer if judge(one)[0]]
    prevented = [one for one in wanted if one.kind == "variable" and one.threshold - one.cost <= cost - 1]
    if not prevented:
        return False
    secondary = sum(one.cost for one in prevented)
    if is_local and uses > 1 and len(wanted) == uses:
        secondary -= LAST_CALL_BONUS  # all of them would be inlined, and the caller goes away
    return secondary + cost * len(prevented) < cost * SCALE
