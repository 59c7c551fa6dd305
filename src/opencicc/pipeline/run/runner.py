"""Runs a pipeline over a module: quickly as a plan, or step by step when somebody watches.

The quick way hands libLLVM long texts (plan.py). The step-by-step way runs each step alone, so that
it can be timed, printed, verified, counted and limited; the IR that comes out is the same.

With more than one function defined the steps run in two phases: phase I over the whole module, then
phase II, one function after the other (Concurrent=No). A module of one function is compiled unphased.
The phase is part of this run and of nothing else, so compiles in other threads are not touched by it.
"""

from __future__ import annotations

from opencicc.analysis.manager import AnalysisManager
from opencicc.llvm import native
from opencicc.llvm.services import services
from opencicc.passes.bodies import PLUGINS, body_of
from opencicc.pipeline.run import conditions
from opencicc.pipeline.run.own_pass import run_pass
from opencicc.pipeline.run.plan import UNPHASED, Unit, make_plan, merge
from opencicc.pipeline.run.scarce import may_be_scarce

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from opencicc.llvm.ir import Function, Module
    from opencicc.passes.api import Pass
    from opencicc.pipeline.run.own_pass import RunContext
    from opencicc.pipeline.run.watch import Watcher
    from opencicc.pipeline.step import Step

    Plan = tuple[Unit, ...]

PHASE_LABELS = {1: "Phase I", 2: "Phase II, Concurrent=No"}
DONE = 3
CFG = "cfg"  # what a pass preserves that leaves blocks and edges alone (analysis/manager.py)


class Run:
    """One module's way through the pipeline; `phase` is 0 (unphased), 1, 2 or 3 (done)."""

    def __init__(self, module: Module, around: RunContext) -> None:
        self.module = module
        self.around = around
        self.analyses = AnalysisManager(around.machine)
        self.phase = UNPHASED
        self._holding: set[str] = set()  # conditions that were asked, as long as their answers stand
        self._failing: set[str] = set()
        self._facts: conditions.Facts | None = None  # until the module changes
        self._definitions: list[Function] | None = None  # until functions may come or go
        self._native: native.StepRunner | None = None
        self._has_changed = False  # did the last pass of ours change anything?
        self._function_count = count_functions(module)

    def run_plans(self, unphased: Plan, first: Plan, second: Plan) -> None:
        """The quick way, with the plans of a pipeline already made."""
        self._native = services().step_runner(self.module, self.around.machine)
        try:
            for phase, plan in self._phases(unphased, first, second):
                with self._timed(phase):
                    self._run_plan(plan)
        finally:
            if self._native:
                self._native.close()
        self.phase = DONE

    def _run_plan(self, plan: Plan) -> None:
        """Unit by unit; native groups that meet, because what is between them can't do anything, run as one."""
        texts: list[str] = []
        for unit in plan:
            if unit.is_asked_anew and texts:
                self._run_native(texts)
                texts = []
            if unit.conditions and (not self._failing.isdisjoint(unit.conditions) or not self._holds(unit.conditions)):
                if unit.own:
                    self._has_changed = False
            elif unit.own:
                if texts:
                    self._run_native(texts)
                    texts = []
                self._run_timed(unit)
            else:
                texts += unit.texts
        if texts:
            self._run_native(texts, is_last=True)

    def run_steps(self, steps: Sequence[Step], watcher: Watcher | None = None) -> None:
        """Run steps; with a watcher one by one."""
        if watcher is None:
            return self.run_plans(make_plan(steps), make_plan(steps, 1), make_plan(steps, 2))
        everything = tuple(steps)
        for phase, chosen in self._phases(everything, everything, everything):
            with self._timed(phase):
                for step in chosen:
                    if phase not in (UNPHASED, step.phase):
                        watcher.skipped(step, phase)
                    else:
                        self._run_watched(step, watcher)
        self.phase = DONE

    def _phases(self, unphased: tuple, first: tuple, second: tuple) -> list[tuple[int, tuple]]:  # type: ignore[type-arg]
        if has_several_definitions(self.module):
            return [(1, first), (2, second)]
        return [(UNPHASED, unphased)]

    def _holds(self, joined: tuple[str, ...]) -> bool:
        for condition in joined:  # a loop: some dozen are asked in every compile
            if condition not in self._holding and (condition in self._failing or not self._ask(condition)):
                return False
        return True

    def _ask(self, condition: str) -> bool:
        if condition == conditions.CHANGED:
            return self._has_changed
        if condition == conditions.CROWDED:
            return may_be_scarce(self.module, self.around.target, self.around.values)
        if self._facts is None:
            self._facts = conditions.Facts(self.module, self.around.target)
        holds = self._facts.holds(condition)
        if condition not in conditions.ASKED_ANEW:
            (self._holding if holds else self._failing).add(condition)
        return holds

    def _look_again(self) -> None:
        """After a change by a pass of ours a condition may hold no more; functions that it brought along may make any hold.

        What held is asked again when somebody wants to know: several passes may change something until then.
        """
        self._facts = self._definitions = None
        count, before = count_functions(self.module), self._function_count
        self._function_count = count
        self._holding = set()
        if count > before:
            self._failing = set()

    def _timed(self, phase: int) -> AbstractContextManager[object]:
        """Enter a phase: its name goes to the notes and, with its time, to the timers."""
        self.phase = phase
        trace = self.around.trace
        if phase == UNPHASED:
            trace.note("one function: compiled without phases")
            return trace.span("phase", "unphased")
        trace.note(PHASE_LABELS[phase])
        return trace.span("phase", PHASE_LABELS[phase])

    def _run_timed(self, unit: Unit) -> None:
        """A pass of ours."""
        functions: list[int] = []
        with self.around.trace.span("pass", unit.own) as span:
            chosen = body_of(unit.own)
            span.changed = self._has_changed = self._run_own(chosen, unit.params, functions)
        if self._has_changed:
            self._look_again()
            if self._native:
                self._forget(chosen, functions)

    def _forget(self, chosen: Pass, functions: list[int]) -> None:
        """What a pass of ours changed is to be looked at anew: its functions only, if it is ours and looks at no more."""
        assert self._native is not None
        if chosen.level == "module" or chosen.name in PLUGINS:
            return self._native.forget()
        for function in functions:
            self._native.forget_function(function, keeps_blocks=CFG in chosen.preserves)

    def _run_native(self, steps: list[str], is_last: bool = False) -> None:
        """Native steps together."""
        trace, texts = self.around.trace, tuple(steps)
        if self._native:
            trace.add_steps(texts, self._native.run(texts, is_last))
            if not self._native.has_changed:
                return
            may_have_others = self._native.may_have_other_functions
        else:
            with trace.span("pass", f"{len(texts)} native steps"):
                native.run_passes(self.module, merge(texts), self.around.machine)
            may_have_others = True
        self.analyses.drop_all()
        self._facts = None
        if may_have_others:
            self._definitions = None

    def _run_watched(self, step: Step, watcher: Watcher) -> None:
        from opencicc.passes.registry import Kind, Status
        from opencicc.pipeline.step import linearize, native_text

        for part in linearize(step):
            if part.kind is Kind.MACHINE:
                continue  # these run on the PTX, in the machine stage
            if not part.is_active:
                watcher.idle(part, self.module)
                continue
            if part.when and not self._holds(tuple(part.when.split(conditions.CONDITION_JOINT))):
                watcher.unneeded(part)
                continue
            if not watcher.may_run(part):
                continue
            with watcher.watch(part, self.module):
                self._facts = self._definitions = None
                if part.status is Status.BUILT:
                    self._has_changed = self._run_own(body_of(part.name), part.params)
                    if self._has_changed:
                        self._look_again()
                else:
                    native.run_passes(self.module, native_text(part), self.around.machine)
                    self.analyses.drop_all()

    def _run_own(self, chosen: Pass, params: tuple[str, ...], functions: list[int] | None = None) -> bool:
        return run_pass(chosen, self.module, self._functions, self.around, self.analyses, params, functions)

    def _functions(self) -> list[Function]:
        """Those with a body."""
        if self._definitions is None:
            self._definitions = self.module.definitions
        return self._definitions


def count_functions(module: Module) -> int:
    return services().count_functions(module)


def has_several_definitions(module: Module) -> bool:
    return len(services().definitions(module)) > 1
