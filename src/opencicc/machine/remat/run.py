"""The rounds of nv-remat-block over one function: measure, list, decide, carry out, until the target is met."""

from __future__ import annotations

from collections.abc import Callable

from opencicc.machine.ir import MachineFunction, Statement
from opencicc.machine.remat.apply import pull_in
from opencicc.machine.remat.decide import decide
from opencicc.machine.remat.facts import Facts
from opencicc.machine.remat.knobs import Knobs
from opencicc.machine.remat.survey import Survey
from opencicc.record import record


@record
class Outcome:
    """What the rounds did to one function."""

    before: int  # most units alive
    after: int
    pulled: int  # values computed again
    added: int  # instructions more than there were
    rounds: int
    reason: str


def rematerialize(
    survey: Survey,
    target: int,
    sm: int,
    knobs: Knobs,
    say: Callable[[str], None] = lambda _: None,
    *,
    needed: int = 0,
    least_relief: int = 0,
) -> Outcome:
    """Lower the most units alive to `target`, or as far as it goes in `max_times` rounds.

    A function where less than `least_relief` percent of what is alive beyond `needed` goes, stays as it was: what is
    spilled there is something else, and clones only move the spills.
    """
    function = survey.function
    bodies = [list(block.body) for block in function.blocks]
    excess = survey.total_excess(needed or target)
    first = now = survey.max_live
    length = sum(map(len, bodies))
    pulled = added = rounds = 0
    reason = "the target is met"
    while True:
        say(f"Max-Live-Function({len(function.blocks)}) = {now}")
        if now <= target:
            reason = "the target is met"
            break
        if rounds == knobs.max_times:
            reason = "the last round is over"
            break
        facts = survey.facts(target)
        decision = decide(facts, knobs)
        for line in facts_lines(facts):
            say(line)
        say(f"Really Final Pull-in: {len(decision.chosen)} ({decision.total_cost})")
        reason = decision.reason
        if not decision.chosen:
            break
        rounds += 1
        kept = [list(block.body) for block in function.blocks]
        more = pull_in(function, survey.live, survey.pullable, decision.chosen)
        if knobs.most_growth and 100 * (added + more) > knobs.most_growth * length:
            put_back(function, kept)
            reason = f"clones would make it more than {knobs.most_growth} % longer"
            break
        pulled += len(decision.chosen)
        added += more
        before, survey = survey.total_excess(target), Survey(function, sm, knobs)
        now = survey.max_live
        if survey.total_excess(target) >= before:
            reason = "the last round saved nothing"
            break
    relieved = 100 * (excess - survey.total_excess(needed or target)) // max(excess, 1)
    if pulled and relieved < least_relief:
        put_back(function, bodies)
        return Outcome(first, first, 0, 0, rounds, f"{relieved} % of what is too much can go, which helps little")
    return Outcome(first, now, pulled, added, rounds, reason)


def put_back(function: MachineFunction, bodies: list[list[Statement]]) -> None:
    """Undo every change since `bodies` were copied."""
    for block, body in zip(function.blocks, bodies, strict=True):
        block.body[:] = body


def facts_lines(facts: Facts) -> list[str]:
    """The lines of a dump about one round."""
    return [
        f"live-out = {facts.live_out}",
        *(f"MULTIDEF {name}" for name in facts.multidef),
        f"After pre-check, {facts.good} good candidates, {facts.second_chance} given second-chance",
        f"ADD {facts.added} candidates from second-chance",
        f"Pullable: {facts.pullable}",
        f"Total Pullable before considering cost: {len(facts.candidates)}",
    ]
