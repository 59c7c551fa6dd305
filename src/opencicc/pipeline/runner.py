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
from opencicc.pipeline import conditions
from opencicc.pipeline.plan import UNPHASED, Unit, make_plan, merge, without_idle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from opencicc.llvm.ir import Module
    from opencicc.pipeline.own_pass import Surroundings
    from opencicc.pipeline.step import Step
    from opencicc.pipeline.watch import Watcher

    Plan = tuple[Unit, ...]

PHASE_LABELS = {1: "Phase I", 2: "Phase II, Concurrent=No"}
DONE = 3


class Run:
    """One module's way through the pipeline; `phase` is 0 (unphased), 1, 2 or 3 (done)."""

    def __init__(self, module: Module, around: Surroundings) -> None:
        self.module = module
        self.around = around
        self.analyses = AnalysisManager()
        self.phase = UNPHASED
        self._conditions: dict[str, bool] = {}

    def run_plans(self, unphased: Plan, first: Plan, second: Plan) -> None:
        """The quick way, with the plans of a pipeline already made."""
        for phase, plan in self._phases(unphased, first, second):
            with self._timed(phase):
                rest = without_idle(plan, self._holds)
                while rest:
                    unit = rest.pop(0)
                    has_changed = self._run_unit(unit)
                    if unit.own and has_changed and self._has_less():
                        rest = without_idle(rest, self._holds)
        self.phase = DONE

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

    def _holds(self, condition: str) -> bool:
        if condition not in self._conditions:
            self._conditions[condition] = conditions.holds(condition, self.module)
        return self._conditions[condition]

    def _has_less(self) -> bool:
        """Does a condition not hold any more, after a pass of ours? None ever comes back."""
        gone = [name for name, holds in self._conditions.items() if holds and not conditions.holds(name, self.module)]
        self._conditions.update(dict.fromkeys(gone, False))
        return bool(gone)

    def _timed(self, phase: int) -> AbstractContextManager[object]:
        """Enter a phase: its name goes to the notes and, with its time, to the timers."""
        self.phase = phase
        trace = self.around.trace
        if phase == UNPHASED:
            trace.note("one function: compiled without phases")
            return trace.span("phase", "unphased")
        trace.note(PHASE_LABELS[phase])
        return trace.span("phase", PHASE_LABELS[phase])

    def _run_unit(self, unit: Unit) -> bool:
        """Run a unit; may it have changed something?"""
        trace = self.around.trace
        if unit.own:
            with trace.span("pass", unit.own) as span:
                span.changed = self._run_own(unit.own, unit.params)
            return span.changed
        facts = native.run_steps(self.module, unit.texts, self.around.machine)
        self.analyses.drop_all()
        if facts is None:
            with trace.span("pass", f"{len(unit.texts)} native steps"):
                native.run_passes(self.module, merge(unit.texts), self.around.machine)
        else:
            trace.add_steps(unit.texts, facts)
        return True

    def _run_watched(self, step: Step, watcher: Watcher) -> None:
        from opencicc.passes import Status
        from opencicc.pipeline.step import linearize, native_text

        for part in linearize(step):
            if not part.is_active:
                watcher.idle(part, self.module)
                continue
            if not watcher.may_run(part):
                continue
            with watcher.watch(part, self.module):
                if part.status is Status.BUILT:
                    self._run_own(part.name, part.params)
                else:
                    native.run_passes(self.module, native_text(part), self.around.machine)
                    self.analyses.drop_all()

    def _run_own(self, name: str, params: tuple[str, ...]) -> bool:
        from opencicc.passes import body_of
        from opencicc.pipeline.own_pass import run_pass

        return run_pass(body_of(name), self.module, self.around, self.analyses, params)


def has_several_definitions(module: Module) -> bool:
    count = 0
    for function in module.functions:
        count += not function.is_declaration
        if count > 1:
            return True
    return False
