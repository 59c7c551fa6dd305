"""Which values to compute again: three filters, then the cheapest first until no block has more than it should."""

from __future__ import annotations

from opencicc.passes.remat.facts import Candidate
from opencicc.passes.remat.knobs import Knobs
from opencicc.record import record


@record
class Decision:
    """The chosen candidates, their cost, and in words why there are no more of them."""

    chosen: tuple[Candidate, ...]
    total_cost: int
    reason: str


def why_not(candidate: Candidate, knobs: Knobs) -> str:
    """Why a candidate is out of the question, or nothing."""
    if candidate.uses > knobs.use_limit and candidate.use_factor >= knobs.loop_trip:
        return f"{candidate.uses} uses, some in loops: more than remat-use-limit"
    if candidate.is_address and candidate.cost > knobs.gep_cost:
        return f"an address that costs {candidate.cost}, more than remat-gep-cost"
    if candidate.cost > knobs.single_cost and not knobs.ignores_single_cost:
        return f"costs {candidate.cost}, more than remat-single-cost-limit"
    return ""


def select(candidates: list[Candidate], excess: dict[int, int], knobs: Knobs) -> Decision:
    """Cheapest first, by cost of one register; a value that another chosen one reads stays for this round."""
    if not excess:
        return Decision((), 0, "nothing is crowded")
    allowed = [one for one in candidates if not why_not(one, knobs) and any(each > 0 for each in one.relief.values())]
    left, chosen = dict(excess), list[Candidate]()
    taken, read = set[int](), set[int]()
    for one in sorted(allowed, key=lambda each: (each.cost / each.units, each.value)):
        if one.value in read or not taken.isdisjoint(one.leaves):
            continue
        if not any(left[block] > 0 for block, gain in one.relief.items() if gain > 0):
            continue
        chosen.append(one)
        taken.add(one.value)
        read.update(one.leaves)
        for block, gain in one.relief.items():
            left[block] -= gain
    if not chosen:
        return Decision((), 0, "no value is cheap enough to compute again" if candidates else "nothing can be repeated")
    missing = max(left.values())
    reason = f"{missing} registers too many stay" if missing > 0 else "the target is met"
    return Decision(tuple(chosen), sum(one.cost for one in chosen), reason)
