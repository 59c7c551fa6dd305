"""The inliner's rounds over a module: read facts, decide, report, apply; again where that exposed direct calls."""

from __future__ import annotations

from opencicc.errors import InternalError
from opencicc.llvm import edit
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Instruction
from opencicc.llvm.native import run_passes
from opencicc.llvm.scan import has_callees
from opencicc.llvm.services import services
from opencicc.passes.inline import knobs
from opencicc.passes.inline.apply import REMOVE_DEAD, Held, inline_all, mark_and_inline, remove_dead
from opencicc.passes.inline.body import CLASSES, Reader
from opencicc.passes.inline.decision import Decision, Site
from opencicc.passes.inline.eligibility import is_must
from opencicc.passes.inline.facts import Callee, ModuleFacts, collect, used_functions
from opencicc.passes.inline.order import levels
from opencicc.passes.inline.planner import plan
from opencicc.passes.inline.policy import ledger_of, model_of, policy_of
from opencicc.passes.inline.recorded import Recorded
from opencicc.passes.inline.remarks import remark_of, remarks_of_recorded, report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.api import PassContext
    from opencicc.passes.inline.budget import Ledger
    from opencicc.passes.inline.planner import Policy

# Between rounds, so that pointers to functions that came in as arguments meet their calls.
SIMPLIFY = "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg"
CLEAN_UP = f"function({SIMPLIFY})"
MOST_STEPS = 64  # levels of the call graph that are taken one by one: each looks at the whole module
REMARK_ATTRIBUTE = "inline-remark"
DEBUG_UNITS = "llvm.dbg.cu"  # without any no instruction has a place in the source


def inline_module(
    module: Module, ctx: PassContext, iterations: int = 1, *, is_only_must: bool = False, advisor: str = ""
) -> bool:
    """Up to `iterations` rounds; a further one only where calls through pointers may have become direct.

    An advisor given here means model C with it, whatever the knobs say.
    """
    if not has_callees(module):
        return False
    work = Inliner(module, ctx, policy_of(ctx, is_only_must=is_only_must), advisor)
    for number in range(iterations):
        if number:
            run_passes(module, CLEAN_UP, ctx.machine)
        if not work.run_round():
            break
    return work.changed


class Inliner:
    """One run of the pass over one module."""

    def __init__(self, module: Module, ctx: PassContext, policy: Policy, advisor: str = "") -> None:
        self.module, self.ctx, self.policy = module, ctx, policy
        self.ledger = ledger_of(module)
        self.advisor = advisor or ctx.option(knobs.ADVISOR)
        self.model = "A" if policy.is_settled else "C" if advisor else model_of(ctx)
        self.writes_reasons, self.is_profuse = ctx.option(knobs.REMARK_ATTRIBUTE), ctx.option(knobs.PROFUSE)
        self.has_locations = module.has_metadata(DEBUG_UNITS)
        self.changed = False

    def run_round(self) -> bool:
        """Decide and carry out once; may another round find more?"""
        recorded = self.record_small() if self.may_record else None
        if recorded is not None and not self.ctx.is_strict:
            if recorded.has_calls:
                inline_all(self.module, self.ctx.machine)
                self.changed = True
            return False  # nothing is called through a pointer
        self.ledger.settle()
        facts = self.read()
        if recorded is not None and facts is not None:
            check_recorded(recorded, facts, self.policy, self.ledger)
        if facts is None:
            return False
        has_pointers = sum([function.indirect_calls for function in facts.functions.values()]) > 0
        done = self.run_planned(facts) if self.model == "A" else self.run_bottom_up(facts)
        return done and has_pointers

    @property
    def may_record(self) -> bool:
        """Is nothing wanted of calls one by one?"""
        has_wishes = self.writes_reasons or self.is_profuse or self.has_locations
        return (
            self.model == "A"
            and self.policy.is_usual
            and not (has_wishes or self.ctx.option(knobs.DISABLE_ALLOCA_MERGING))
        )

    def record_small(self) -> Recorded | None:
        """What to remember of a module whose calls are all inlined because all of them fit, None for any other."""
        block = services().small_calls(self.module, CLASSES)
        if block is None:
            return None
        recorded, most = Recorded(block, self.policy), {}
        for name, is_kernel, instructions, calls in recorded.sums():
            most[name] = units = self.policy.most_units(instructions, calls)
            is_large = instructions > self.policy.largest(is_kernel)
            if is_large or not self.ledger.has_room(name, self.policy.limits.of(is_kernel), units):
                return None
        if not self.ctx.is_strict:
            self.ledger.note(recorded.settle, most)
            self.ctx.remarks_later(remarks_of_recorded, recorded, self.ledger)
        return recorded

    def read(self) -> ModuleFacts | None:
        reader = Reader(self.module)
        used = used_functions(self.module, reader)
        self.report_never(used, reader)
        return collect(reader, used)

    def run_planned(self, facts: ModuleFacts) -> bool:
        """Model A: all decisions from one set of facts, then one edit; step by step where that does not fit."""
        trial = self.ledger.copy()
        decisions = plan(facts.functions, facts.sites, self.policy, trial, groups=facts.groups)
        if self.model == "A" and [each for each in decisions if not each.should_inline and not each.is_must]:
            # Some call is left because of its size.
            steps = levels(facts.graph)
            if 1 < len(steps) <= MOST_STEPS:
                return self.run_stepwise(facts)
        self.ledger.spent, self.ledger.total = trial.spent, trial.total
        self.say(decisions, facts)
        return self.carry_out(decisions, facts)

    def run_stepwise(self, facts: ModuleFacts) -> bool:
        """Model A bottom up: callees are simplified before they are weighed, so that they count as what they become."""
        done, fresh = self.inline_musts(facts)
        if fresh is None:
            return done
        inlined: set[str] = set()
        with Held(self.module, [fresh.call(site) for sites in fresh.sites.values() for site in sites if is_must(site)]):
            for level in levels(fresh.graph):
                inlined |= self.run_level(fresh, level)
        if inlined:  # else there may be dead functions all the same, which are not this pass's to remove
            remove_dead(self.module, self.ctx.machine)
            self.separate_arrays(inlined)
            self.changed = True
        return done or bool(inlined)

    def run_level(self, facts: ModuleFacts, level: list[str]) -> set[str]:
        """Decide about the calls of functions of one height, carry out, simplify; the callers that changed."""
        decisions = plan(facts.functions, facts.sites, self.policy, self.ledger, set(level))
        self.say(decisions, facts)
        chosen = [decision.site for decision in decisions if decision.should_inline]
        if chosen:
            mark_and_inline(self.module, chosen, facts, self.ctx.machine)
        callers = dict.fromkeys(site.caller for site in chosen)
        for caller in callers:
            run_on_function(facts.function(caller), SIMPLIFY, self.ctx.machine.ref)
            facts.read_again(caller)
        return set(callers)

    def carry_out(self, decisions: list[Decision], facts: ModuleFacts) -> bool:
        chosen = [decision.site for decision in decisions if decision.should_inline]
        if not chosen:
            return False
        with Held(self.module, [facts.call(d.site) for d in decisions if not d.should_inline and is_held(d.site)]):
            mark_and_inline(self.module, chosen, facts, self.ctx.machine, then=REMOVE_DEAD)
        self.separate_arrays({site.caller for site in chosen})
        self.changed = True
        return True

    def separate_arrays(self, callers: set[str]) -> None:
        if self.ctx.option(knobs.DISABLE_ALLOCA_MERGING):
            from opencicc.passes.inline.lifetimes import drop_lifetimes

            drop_lifetimes(self.module, callers)

    def run_bottom_up(self, facts: ModuleFacts) -> bool:
        """Models B and C. What must be inlined comes first: LLVM's always-inliner takes it wherever it stands."""
        from opencicc.passes.inline.advisor import make_advice
        from opencicc.passes.inline.bottom_up import BottomUp

        done, fresh = self.inline_musts(facts)
        if fresh is None:
            return done
        held = [fresh.call(site) for sites in fresh.sites.values() for site in sites if is_must(site)]
        with Held(self.module, held):
            walk = BottomUp(self.module, fresh, self.ctx, self.policy, self.model, lambda d: self.say([d], fresh))
            walk.advice = make_advice(self.advisor, self.ctx, fresh) if self.model == "C" else None
            changed = walk.run()
        self.separate_arrays(walk.callers)
        self.changed = self.changed or changed
        return done or changed

    def inline_musts(self, facts: ModuleFacts) -> tuple[bool, ModuleFacts | None]:
        """Inline what must be; was anything, and the facts after it."""
        must = {name: [site for site in sites if is_must(site)] for name, sites in facts.sites.items()}
        decisions = plan(facts.functions, must, self.policy, self.ledger)
        self.say(decisions, facts)
        done = self.carry_out(decisions, facts)
        return done, self.read() if done else facts

    def say(self, decisions: list[Decision], facts: ModuleFacts) -> None:
        if self.writes_reasons:
            for decision in decisions:
                if not decision.should_inline:
                    self.write_reason(decision, facts.call(decision.site))
        # Of callees that are never inlined report_never has said it.
        told = [each for each in decisions if each.should_inline or not each.site.callee.refusal]
        locations = [facts.call(each.site).location for each in told] if self.has_locations else []
        report(self.ctx, told, locations, self.ledger, is_profuse=self.is_profuse)

    def write_reason(self, decision: Decision, call: Instruction) -> None:
        if not call.has_call_text(REMARK_ATTRIBUTE):
            edit.add_call_attribute(call, REMARK_ATTRIBUTE, decision.reason)
            self.changed = True

    def report_never(self, used: list[Callee], reader: Reader) -> None:
        """Calls that stay whatever they cost, said once."""
        told, locations = [], []
        for callee in used:
            if not callee.refusal or not callee.calls:
                continue
            for number, caller in enumerate(callee.callers):
                site = Site(reader.headers[caller].name, callee.header, number)
                told.append(Decision(site, False, callee.refusal, self.model, is_must=True))
            if self.has_locations:
                locations += [Instruction(call).location for call in callee.calls]
        report(self.ctx, told, locations, self.ledger, is_profuse=self.is_profuse)


def check_recorded(recorded: Recorded, facts: ModuleFacts, policy: Policy, ledger: Ledger) -> None:
    """Strict mode: is what would have been remembered what the facts say?"""
    one, other = ledger.copy(), ledger.copy()
    recorded.settle(one)
    planned = plan(facts.functions, facts.sites, policy, other, groups=facts.groups)
    found, expected = ([_told(each) for each in decisions] for decisions in (recorded.decisions or [], planned))
    wrong = [each for each in planned if not each.should_inline and not each.site.callee.refusal]
    if wrong or found != expected or one.spent != other.spent:
        raise InternalError("calls that were thought to fit do not", fix="see native/small_calls.cpp")


def _told(decision: Decision) -> tuple[object, ...]:
    site = decision.site
    return site.caller, site.callee.name, site.number, *remark_of("", decision, "").args


def is_held(site: Site) -> bool:
    """Would LLVM inline a call that we refuse?"""
    return is_must(site) and not site.is_forbidden
