"""The rounds over one function, and the steps after them, in the published order; what was done becomes a remark."""

from __future__ import annotations

from opencicc.analysis.divergence import Divergence
from opencicc.analysis.flow import Flow, Loops
from opencicc.analysis.rpa import RegisterPressure
from opencicc.analysis.trips import TripCounts
from opencicc.passes.remat import knobs as names
from opencicc.passes.remat.apply import Cloner, Marks
from opencicc.passes.remat.chains import Chains
from opencicc.passes.remat.decide import select, why_not
from opencicc.passes.remat.loads import Loads
from opencicc.passes.remat.steps import demote_counters, factor, repeat_loads, simplify_live_outs
from opencicc.passes.remat.survey import Survey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function
    from opencicc.passes.api import PassContext
    from opencicc.passes.remat.aim import Aim
    from opencicc.passes.remat.facts import Candidate, Crowd

MOST_ROUNDS = 5
NEAR, ASKED_NEAR = (
    64,
    4,
)  # instructions between readers that share a clone; where a knob asks for it, as many as there can be
AGGRESSIVE = 5  # of remat-iv
LARGEST = 50_000  # instructions; beyond, live sets alone take seconds


class Work:
    """One function on its way: its target, its numbers, and a survey that is made anew after edits."""

    def __init__(self, function: Function, ctx: PassContext, aim: Aim) -> None:
        self.function, self.ctx, self.aim = function, ctx, aim
        self.knobs = names.knobs_of(ctx, splits=aim.splits, near=ASKED_NEAR if aim.is_asked else NEAR)
        self.dump = ctx.option(names.DUMP)
        self.marks = ctx.memory(Marks)
        self.clones = self.values = self.marked = 0
        self.total_cost = 0

    def survey(self) -> Survey:
        pressure = self.ctx.analysis(RegisterPressure, self.function)
        loops = self.ctx.analysis(Loops, self.function)
        flat = pressure.flat
        free = (1 << flat.arguments) - 1 if self.function.is_kernel else 0
        with_parameters = self.knobs.parameter_loads
        loads = Loads(self.function, flat, self.ctx.analysis(Flow, self.function), with_parameters=with_parameters)
        chains = Chains(flat, self.knobs, loads, free)
        counts = self.ctx.analysis(TripCounts, self.function).loops if loops.found else {}
        trips = [
            counts[ref].count
            if (ref := flat.block(loop.header).ref) in counts and counts[ref].count
            else self.knobs.loop_trip
            for loop in loops.found
        ]
        return Survey(pressure, loops, trips, chains, self.knobs, free)

    def edited(self) -> None:
        self.ctx.edited(self.function, ("cfg",))

    def say(self, level: int, text: str) -> None:
        if self.dump >= level:
            self.ctx.show(text)


def count_varying(work: Work) -> int:
    """Registers that values need which differ between the threads of a block: the others have registers of their own."""
    return work.survey().most_of(work.ctx.analysis(Divergence, work.function).variant)


def main_loop(work: Work) -> tuple[bool, bool]:
    """Rounds until the target is met or nothing helps; was anything changed, and is it still above the target?"""
    survey, target = work.survey(), work.aim.registers
    first = now = survey.most()
    changed, reason = False, "do-remat is 0"
    work.say(1, f"remat: {work.function.name}: {now} registers alive at most, target {target}: {work.aim.text}")
    show_live_ins(work, survey)
    for _ in range(MOST_ROUNDS if work.knobs.level else 0):
        if now <= target:
            reason = "the target is met"
            break
        crowd, at = survey.crowd(target)
        candidates = survey.candidates(crowd, at)
        decision = select(candidates, crowd.excess, work.knobs)
        show_round(work, survey, crowd, candidates)
        work.say(4, f"Total pull-in cost = {decision.total_cost}")
        reason = decision.reason
        if not decision.chosen:
            break
        done = Cloner(survey.flat, work.marks, survey.chains.loads.is_fixed).carry_out(decision.chosen)
        work.values += len(decision.chosen)
        work.clones += done.clones
        work.marked += done.marked + done.planned
        work.total_cost += decision.total_cost
        changed = True
        work.edited()
        excess, survey = sum(crowd.excess.values()), work.survey()
        now = survey.most()
        left, _ = survey.crowd(target)
        if sum(left.excess.values()) >= excess:
            reason = "the last round saved nothing"
            break
    tell(work, first, now, reason)
    return changed, now > target


def rematerialize(work: Work) -> bool:
    """Everything in its order; what comes after the rounds only where they did not meet the target."""
    if work.function.count_instructions() > LARGEST:
        work.ctx.remark(
            work.function, f"left as it is: more than {LARGEST} instructions", kind="missed", name="TooLong"
        )
        return False
    if not work.aim.is_asked and (varying := count_varying(work)) < work.aim.registers:
        said = f"left as it is: {varying} of the registers alive differ between threads, {work.aim.text}"
        work.ctx.remark(work.function, said, kind="analysis", name="Uniform")
        return False
    changed, is_crowded = main_loop(work)
    for step in (demote_counters, repeat_loads, simplify_live_outs, factor):
        if is_crowded or (step is demote_counters and work.ctx.option(names.REMAT_IV) >= AGGRESSIVE):
            changed = step(work) or changed
    return changed


def tell(work: Work, before: int, after: int, reason: str) -> None:
    aim = work.aim.text
    if work.clones:
        said = (
            f"computed {work.values} values again at {work.clones} places: about {after} registers alive at most, "
            f"{before} before, {aim}"
        )
        numbers = {"Values": work.values, "Clones": work.clones, "Marked": work.marked, "Cost": work.total_cost}
        args = tuple((name, str(number)) for name, number in numbers.items())
        work.ctx.remark(work.function, said, name="Rematerialized", args=args)
    elif before > work.aim.registers:
        said = f"about {before} registers are alive at most, {aim}: {reason}"
        work.ctx.remark(work.function, said, kind="missed", name="TooManyAlive")


def show_live_ins(work: Work, survey: Survey) -> None:
    if work.dump < 2:
        return
    for block in range(survey.flat.blocks):
        name = survey.flat.block(block).name or str(block)
        work.say(2, f"Block {name}: live-in = {survey.pressure.live.live_in[block].bit_count()}")


def show_round(work: Work, survey: Survey, crowd: Crowd, candidates: list[Candidate]) -> None:
    if work.dump < 3:
        return
    work.say(3, f"{len(crowd.excess)} crowded blocks, {len(candidates)} candidates")
    for one in candidates:
        name = survey.flat.value(one.value).name or f"value {one.value}"
        why = why_not(one, work.knobs)
        work.say(3, f"  %{name}: {len(one.places)} places, {one.units} registers" + (f": {why}" if why else ""))
        work.say(4, f"  %{name}: pull-in cost = {one.base_cost} * {one.use_factor} = {one.cost}")
