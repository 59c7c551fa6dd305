"""The rounds of nv-remat-block over one function: measure, list, decide, carry out, until the target is met."""

from __future__ import annotations

from collections.abc import Callable

from opencicc.machine.ir import MachineFunction, Statement
from opencicc.machine.remat.apply import pull_in
from opencicc.machine.remat.decide import decide
from opencicc.machine.remat.facts import Facts
from opencicc.machine.remat.knobs import Knobs
from opencicc.machine.remat.survey import Survey
from opencicc.machine.remat.worth import why_taken_back
from opencicc.record import record, replace

SAVED_NOTHING = "the last round saved nothing"


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

    `needed`, where it is given, is what would be enough; a function whose change is not worth it (worth.py) is as it was
    afterwards. Against spills, clones in other blocks than their definitions are tried first, and alone.
    """
    outcome = Outcome(survey.max_live, survey.max_live, 0, 0, 0, "")
    for keeps_home in (True, False) if knobs.is_limited else (knobs.keeps_home,):
        survey.knobs = replace(knobs, keeps_home=keeps_home)
        outcome = run_rounds(survey, target, sm, say, needed, least_relief)
        if outcome.pulled:
            break
    return outcome


def run_rounds(
    survey: Survey, target: int, sm: int, say: Callable[[str], None], needed: int, least_relief: int
) -> Outcome:
    function, start, knobs = survey.function, survey, survey.knobs
    bodies = copied(function)
    length = sum(map(len, bodies))
    pulled = added = rounds = 0
    reason = "the target is met"
    while True:
        say(f"Max-Live-Function({len(function.blocks)}) = {survey.max_live}")
        if survey.max_live <= target:
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
        kept, chosen = copied(function), decision.chosen
        while chosen:
            more = pull_in(function, survey.live, survey.pullable, chosen)
            after = Survey(function, sm, knobs)
            is_long = bool(knobs.most_growth) and 100 * (added + more) > knobs.most_growth * length
            if not is_long and after.total_excess(target) < survey.total_excess(target):
                break
            reason = f"clones would make it more than {knobs.most_growth} % longer" if is_long else SAVED_NOTHING
            put_back(function, kept)
            chosen = chosen[: 0 if pulled else len(chosen) // 2]  # a first round is tried again with its cheapest half
        if not chosen:
            break
        survey = after
        pulled += len(chosen)
        added += more
    first, now = start.max_live, survey.max_live
    if pulled and needed and (why := why_taken_back(start, survey, needed, added, least_relief)):
        put_back(function, bodies)
        return Outcome(first, first, 0, 0, rounds, why)
    return Outcome(first, now, pulled, added, rounds, reason)


def copied(function: MachineFunction) -> list[list[Statement]]:
    return [list(block.body) for block in function.blocks]


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
