"""The inliner's rounds over a module: read facts, decide, report, apply; again where that exposed direct calls."""

from __future__ import annotations

from opencicc.llvm.ir import Instruction
from opencicc.llvm.native import run_passes
from opencicc.passes.inline import knobs
from opencicc.passes.inline.apply import inline_calls
from opencicc.passes.inline.body import Reader
from opencicc.passes.inline.decision import Decision, Site
from opencicc.passes.inline.eligibility import is_must, is_never, refusal
from opencicc.passes.inline.facts import Callee, ModuleFacts, collect, used_functions
from opencicc.passes.inline.planner import plan
from opencicc.passes.inline.policy import ledger_of, policy_of
from opencicc.passes.inline.remarks import report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext
    from opencicc.passes.inline.budget import Ledger
    from opencicc.passes.inline.planner import Policy

# Between rounds, so that pointers to functions that came in as arguments meet their calls.
CLEAN_UP = "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)"


def inline_module(module: Module, ctx: PassContext, iterations: int = 1, *, is_only_must: bool = False) -> bool:
    """Up to `iterations` rounds; a further one only after calls through pointers came into a caller."""
    ledger, policy = ledger_of(module), policy_of(ctx, is_only_must=is_only_must)
    changed = False
    for number in range(iterations):
        if number:
            run_passes(module, CLEAN_UP, ctx.machine)
        reader = Reader(module)
        used = used_functions(module, reader)
        report_never(ctx, used, ledger)
        facts = collect(module, reader, used)
        if facts is None or not inline_round(module, facts, ctx, policy, ledger):
            break
        changed = True
        if not any(function.indirect_calls for function in facts.functions.values()):
            break
    return changed


def inline_round(module: Module, facts: ModuleFacts, ctx: PassContext, policy: Policy, ledger: Ledger) -> bool:
    """One round by the chosen model: was anything inlined?"""
    if ctx.option(knobs.MODEL) != "A" and not policy.is_settled:
        return run_bottom_up(module, facts, ctx, policy, ledger)
    chosen = decide(ctx, facts, policy, ledger)
    if chosen:
        inline_calls(module, [facts.call(decision.site) for decision in chosen], ctx.machine)
    return bool(chosen)


def run_bottom_up(module: Module, facts: ModuleFacts, ctx: PassContext, policy: Policy, ledger: Ledger) -> bool:
    """Models B and C. What must be inlined comes first, at once: LLVM's always-inliner takes it wherever it stands."""
    from opencicc.passes.inline.bottom_up import BottomUp

    must = [site for sites in facts.sites.values() for site in sites if is_must(site)]
    changed = False
    if must:
        only = {name: [site for site in sites if is_must(site)] for name, sites in facts.sites.items()}
        chosen = [d for d in plan(facts.functions, only, policy, ledger) if d.should_inline]
        for decision in chosen:
            report(ctx, decision, facts.call(decision.site), ledger)
        inline_calls(module, [facts.call(decision.site) for decision in chosen], ctx.machine)
        changed = bool(chosen)
        fresh = collect(module, facts.reader, used_functions(module, facts.reader))
        if fresh is None:
            return changed
        facts = fresh

    def say(decision: Decision) -> None:
        if not is_never(decision.site.callee):
            report(ctx, decision, facts.call(decision.site), ledger)

    return BottomUp(module, facts, ctx, policy, say, None).run() or changed


def decide(ctx: PassContext, facts: ModuleFacts, policy: Policy, ledger: Ledger) -> list[Decision]:
    """Decide and report; the decisions to carry out."""
    decisions = plan(facts.functions, facts.sites, policy, ledger)
    for decision in decisions:
        if is_never(decision.site.callee):
            continue  # said by report_never
        report(ctx, decision, facts.call(decision.site), ledger)
    return [decision for decision in decisions if decision.should_inline]


def report_never(ctx: PassContext, used: list[Callee], ledger: Ledger) -> None:
    """Calls that stay whatever they cost, said once."""
    for callee in used:
        if not callee.calls or not is_never(callee.header):
            continue
        why = refusal(Site("", callee.header, 0), is_limited=False)
        for number, ref in enumerate(callee.calls):
            call = Instruction(ref)
            site = Site(call.parent.parent.name, callee.header, number)
            report(ctx, Decision(site, False, why, "A", is_must=True), call, ledger)
