"""The steps after the rounds: counters, loads, live-outs, sums. Each says what it did, in its dump and in a remark."""

from __future__ import annotations

from opencicc.analysis.flow import Flow, Loops
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.remat import knobs as names
from opencicc.passes.remat.apply import Cloner
from opencicc.passes.remat.decide import select, why_not
from opencicc.passes.remat.demote import Rewriter, mergings, narrowings
from opencicc.passes.remat.factor import ADDRESSES, factor_addresses, factor_sums
from opencicc.passes.remat.live_out import Simplifier, simplifications
from opencicc.passes.remat.reload import load_candidates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.remat.rounds import Work


def demote_counters(work: Work) -> bool:
    """Counters made of others, then wide ones made narrow."""
    level = work.ctx.option(names.REMAT_IV)
    loops = work.ctx.analysis(Loops, work.function).found if level else []
    if not loops:
        return False
    flat, is_dumped = work.ctx.analysis(Snapshot, work.function), work.ctx.option(names.DUMP_IV)
    merged = mergings(flat, loops, level)
    for merging in merged:
        if is_dumped:
            names_of = flat.value(merging.other.phi).name, flat.value(merging.base.phi).name, merging.distance
            work.ctx.show("remat-iv: demoteIV: %{} is %{} + {}".format(*names_of))
        Rewriter(flat).merge(merging)
    if merged:
        work.edited()
        flat = work.ctx.analysis(Snapshot, work.function)
    narrow = narrowings(flat, work.ctx.analysis(Flow, work.function), loops, level)
    for narrowing in narrow:
        if is_dumped:
            name = flat.value(narrowing.counter.phi).name
            work.ctx.show(f"remat-iv: newBaseIV: %{name} fits 32 bits ({narrowing.extension})")
        Rewriter(flat).narrow(narrowing)
    if narrow:
        work.edited()
    if merged or narrow:
        said = f"demoted {len(merged) + len(narrow)} counters: {len(merged)} made of others, {len(narrow)} made narrow"
        work.ctx.remark(work.function, said, name="CountersDemoted")
    return bool(merged or narrow)


def repeat_loads(work: Work) -> bool:
    """Loads that are alive at the fullest places, where that is still above the target."""
    if not work.knobs.loads:
        return False
    survey, is_dumped = work.survey(), work.ctx.option(names.DUMP_LOAD)
    crowd, at = survey.crowd(work.aim.registers)
    candidates = load_candidates(survey, crowd, at) if crowd.excess else []
    decision = select(candidates, crowd.excess, work.knobs)
    if is_dumped:
        for one in candidates:
            said = why_not(one, work.knobs) or ("repeated" if one in decision.chosen else "kept")
            work.ctx.show(f"remat-load: %{survey.flat.value(one.value).name}: cost {one.cost}: {said}")
    if not decision.chosen:
        return False
    done = Cloner(survey.flat, work.marks, survey.chains.loads.is_fixed).carry_out(decision.chosen)
    work.clones += done.clones
    work.edited()
    said = f"repeated {len(decision.chosen)} loads at {done.clones} places"
    marked = (("Marked", str(done.marked + done.planned)),)
    work.ctx.remark(work.function, said, name="LoadsRepeated", args=marked)
    return True


def simplify_live_outs(work: Work) -> bool:
    level = work.ctx.option(names.SIMPLIFY_LIVE_OUT)
    if not level:
        return False
    survey = work.survey()
    simplifier, touched, count = Simplifier(survey.flat), set[int](), 0
    for plan in simplifications(survey, level):
        if not touched.isdisjoint((plan.value, *plan.readers)):
            continue
        touched.update((plan.value, *plan.readers))
        if work.ctx.option(names.DUMP_LIVE_OUT):
            kind = "nloNewAdd" if plan.what == "sum" else "nloNewBit"
            work.ctx.show(f"simplify-live-out: {kind}: %{survey.flat.value(plan.value).name}")
        simplifier.carry_out(plan)
        count += 1
    if count:
        work.edited()
        work.ctx.remark(work.function, f"handed on less of {count} values", name="LiveOutsSimplified")
    return count > 0


def factor(work: Work) -> bool:
    level = work.ctx.option(names.REMAT_ADD)
    if not level:
        return False
    count = len(factor_sums(work.function)) + (factor_addresses(work.function) if level >= ADDRESSES else 0)
    if work.ctx.option(names.DUMP_ADD):
        work.ctx.show(f"remat-add: factor: {count} in {work.function.name}")
    if count:
        work.edited()
        work.ctx.remark(work.function, f"factored {count} sums", name="SumsFactored")
    return count > 0
