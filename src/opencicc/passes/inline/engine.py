"""The inliner's rounds over a module: read facts, decide, report, apply; again where that exposed direct calls."""

from __future__ import annotations

from opencicc.llvm.ir import Instruction
from opencicc.llvm.native import run_passes
from opencicc.passes.inline.apply import inline_calls
from opencicc.passes.inline.body import Reader
from opencicc.passes.inline.decision import Decision, Site
from opencicc.passes.inline.eligibility import is_never, refusal
from opencicc.passes.inline.facts import Callee, ModuleFacts, collect, used_functions
from opencicc.passes.inline.planner import plan
from opencicc.passes.inline.policy import ledger_of, policy_of
from opencicc.passes.inline.remarks import report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext
    from opencicc.passes.inline.budget import Ledger

# Between rounds, so that pointers to functions that came in as arguments meet their calls.
CLEAN_UP = "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)"


def inline_module(module: Module, ctx: PassContext, iterations: int = 1, *, is_only_must: bool = False) -> bool:
    """Up to `iterations` rounds; a further one only after calls through pointers came into a caller."""
    ledger, changed = ledger_of(module), False
    for number in range(iterations):
        reader = Reader(module)
        used = used_functions(module, reader)
        report_never(ctx, used, ledger)
        facts = collect(module, reader, used)
        if facts is None:
            break
        chosen = decide(ctx, facts, ledger, is_only_must)
        if not chosen:
            break
        inline_calls(module, [facts.call(decision.site) for decision in chosen], ctx.machine)
        changed = True
        if number + 1 == iterations or not may_expose_calls(chosen):
            break
        run_passes(module, CLEAN_UP, ctx.machine)
    return changed


def decide(ctx: PassContext, facts: ModuleFacts, ledger: Ledger, is_only_must: bool) -> list[Decision]:
    """Decide and report; the decisions to carry out."""
    decisions = plan(facts.functions, facts.sites, policy_of(ctx, is_only_must=is_only_must), ledger)
    for decision in decisions:
        if is_never(decision.site.callee):
            continue  # said by report_never
        report(ctx, decision, facts.call(decision.site), ledger)
    return [decision for decision in decisions if decision.should_inline]


def may_expose_calls(chosen: list[Decision]) -> bool:
    """Did a call through a pointer come into a caller? Once simplified, it may name its function."""
    return any(decision.site.callee.indirect_calls for decision in chosen)


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
