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
from opencicc.pipeline.run.own_pass import make_context, run_pass
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
        number = 0
        while number < len(plan):
            number = self._run_plan_from(number, plan)

    def _run_plan_from(self, first: int, plan: Plan) -> int:
        """Unit by unit; native groups that meet, because what is between them can't do anything, run as one.

        The native runner takes the first looks of passes of ours along. Where one finds something, the pass has run, and what
        follows is to be asked and run anew: the number of the unit behind it, else of the end.
        """
        texts: list[str] = []
        looks: dict[int, int] = {}  # the numbers of units by their looks' places among the texts
        for number in range(first, len(plan)):
            unit = plan[number]
            if texts and (unit.is_asked_anew or (looks and self._depends_on_looks(unit))):
                following = self._run_until(texts, looks, plan)
                if following:
                    return following
            if unit.conditions and (not self._failing.isdisjoint(unit.conditions) or not self._holds(unit.conditions)):
                if unit.own:
                    self._has_changed = False
            elif not unit.own:
                texts += unit.texts
            elif (look := self._look_of(unit, texts, len(looks))) is not None:
                if look:
                    looks[len(texts)] = number
                    texts.append(look)
                self._has_changed = False
            else:
                following = self._run_until(texts, looks, plan) if texts else 0
                if following:
                    return following
                self._run_timed(unit)
        return (self._run_until(texts, looks, plan, is_last=True) if texts else 0) or len(plan)

    def _look_of(self, unit: Unit, texts: list[str], number: int) -> str | None:
        """The step by which the native runner, behind steps of LLVM's, sees whether a pass of ours has anything to do; '' where it
        is known to have nothing, None where it is to run. In strict mode all of them run, on every function.
        """
        if self._native is None or self.around.is_strict:
            return None
        chosen = body_of(unit.own)
        if chosen.ahead is not None:
            context = make_context(chosen, self.module, self.around, self.analyses, unit.params)
            prints = chosen.ahead(self._functions(), context)
            if not prints:
                return None if prints is None else ""
            self._native.settle_loops(number, prints)
            return f"{native.LOOP_LOOK}{number}"
        return native.LOOK + unit.own if texts and chosen.has_first_look else None

    def _depends_on_looks(self, unit: Unit) -> bool:
        """May what it is asked depend on what stands in front of it? A pass of ours would do nothing too many; LLVM's could.

        `changed` does not hold behind a look: where that finds something, what follows is asked anew.
        """
        if unit.own or not unit.conditions or conditions.CHANGED in unit.conditions:
            return False
        return not self._holding.issuperset(unit.conditions) and self._failing.isdisjoint(unit.conditions)

    def _run_until(self, texts: list[str], looks: dict[int, int], plan: Plan, is_last: bool = False) -> int:
        """Run what has come together, and the pass whose first look found something: the number of the unit behind it, else 0."""
        found_by = self._run_native(texts, is_last)
        if found_by is None:
            texts.clear()
            looks.clear()
            return 0
        number = looks[found_by]
        self._run_timed(plan[number])
        return number + 1

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
            return may_be_scarce(self.module, self.around.target, self.around.values, self.analyses)
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

    def _run_native(self, steps: list[str], is_last: bool = False) -> int | None:
        """Native steps together; the number of the first look at which they ended."""
        trace, texts, found_by = self.around.trace, tuple(steps), None
        if self._native:
            facts = self._native.run(texts, is_last)
            found_by = self._native.found_by
            trace.add_steps(texts[:found_by], facts)
            if not self._native.has_changed:
                return found_by
            may_have_others = self._native.may_have_other_functions
        else:
            with trace.span("pass", f"{len(texts)} native steps"):
                native.run_passes(self.module, merge(texts), self.around.machine)
            may_have_others = True
        self.analyses.drop_all()
        self._facts = None
        if may_have_others:
            self._definitions = None
        return found_by

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
