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

SAVED_NOTHING = "the last round saved nothing"
HELD_SHARE = 90  # percent of a limit: from there on ptxas spills
WORTH_ITS_LENGTH = 2.4  # percent of what the machine holds too much that go, for each percent of instructions more
LEAST_HELD_RELIEF = 0.25  # registers, summed over all points, for an instruction


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

    `needed`, where it is given, is what would be enough; a function whose change is not worth it (why_taken_back) is as
    it was afterwards.
    """
    function, start = survey.function, survey
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
    if pulled and needed and (why := why_taken_back(start, survey, needed, added / start.length, least_relief)):
        put_back(function, bodies)
        return Outcome(first, first, 0, 0, rounds, why)
    return Outcome(first, now, pulled, added, rounds, reason)


def why_taken_back(start: Survey, end: Survey, needed: int, growth: float, least_relief: int) -> str:
    """Why a change is not worth it, or nothing. `growth`: instructions added, of all.

    Where less than `least_relief` percent of what is alive beyond `needed` goes, something else is spilled, and clones only
    move the spills; a few clones may stay that lower what the machine holds. Where the machine holds as much as before,
    what went had no registers of its own; that counts as long as not everything fits.
    """
    limited, share = start.knobs.is_limited, needed * HELD_SHARE // 100
    held = start.held.beyond(share) if limited else 0
    fewer = held - end.held.beyond(share) if limited else 0
    if start.knobs.counts_held and end.max_live > needed and fewer < LEAST_HELD_RELIEF * growth * start.length:
        return "what can go takes no registers of a thread"
    excess = start.total_excess(needed)
    relieved = 100 * (excess - end.total_excess(needed)) // max(excess, 1)
    if relieved >= least_relief:
        return ""
    is_worth_it = limited and least_relief < 100 and fewer >= WORTH_ITS_LENGTH * held * growth
    return "" if is_worth_it else f"{relieved} % of what is too much can go, which helps little"


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
