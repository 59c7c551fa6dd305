"""Which values to compute again: the cheapest first, until no block has more alive than the target."""

from __future__ import annotations

from opencicc.machine.remat.facts import Candidate, Facts
from opencicc.machine.remat.knobs import Knobs
from opencicc.record import record


@record
class Decision:
    """The chosen candidates, their cost, and in words why there are no more of them."""

    chosen: tuple[Candidate, ...]
    total_cost: int
    reason: str


def decide(facts: Facts, knobs: Knobs) -> Decision:
    if not facts.excess:
        return Decision((), 0, "nothing is crowded")
    left = dict(facts.excess)
    chosen: list[Candidate] = []
    for candidate in sorted(facts.candidates, key=lambda one: (one.cost / max(one.units, 1), one.bit)):
        if why_not(candidate, facts, knobs):
            continue
        if any(left[block] > 0 for block in candidate.blocks):
            chosen.append(candidate)
            for block in candidate.blocks:
                left[block] -= candidate.units
    cost = sum(candidate.cost for candidate in chosen)
    if not chosen:
        return Decision((), 0, "no value is cheap enough to compute again")
    missing = max(left.values())
    reason = f"{missing} registers too many stay" if missing > 0 else "the target is met"
    return Decision(tuple(chosen), cost, reason)


def why_not(candidate: Candidate, facts: Facts, knobs: Knobs) -> str:
    """Why a candidate is out of the question, or nothing."""
    longest = min(knobs.map_size_limit, knobs.chance_size_limit) if candidate.chain.leaves else knobs.map_size_limit
    if candidate.size > longest:
        return f"{candidate.size} instructions, more than nv-remat-block-map-size-limit"
    if knobs.most_leaves and len(candidate.chain.leaves) > knobs.most_leaves:
        return f"reads {len(candidate.chain.leaves)} values that have to stay alive"
    if candidate.reads_special and facts.max_live < knobs.special_threshold:
        return "reads a special register, and nv-remat-threshold-for-spec-reg is not reached"
    share = 100 * len(candidate.blocks) // len(facts.excess)
    limit = knobs.max_cost if share >= knobs.liveout_min_percentage else knobs.single_cost
    if candidate.cost > limit * max(candidate.units, 1):
        return f"costs {candidate.cost}, more than {limit} a register"
    return ""
