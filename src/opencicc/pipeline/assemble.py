"""assemble: options, target, language and level to a tuple of Steps. Pure: nothing runs, nothing is remembered.

The order is the spec's: infrastructure (0), language dispatch (1), then either a path list (4) or pre-optimization
(2) and the tiers around the plugin passes (3), finalization with the codegen dispatch (5, 6) and block naming (8).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from opencicc.errors import UsageError
from opencicc.options.image import FEATURE_WORD, THRESHOLDS
from opencicc.options.slots import BY_NAME, is_on
from opencicc.options.values import OptionValues
from opencicc.pipeline.passlist import PassList
from opencicc.pipeline.run.split import assign_phases
from opencicc.pipeline.spec import codegen, languages, machine, phases, tiers, wrappers
from opencicc.pipeline.spec.guards import ALWAYS, Guard, Situation, guard_of
from opencicc.pipeline.spec.levels import effective_options
from opencicc.pipeline.spec.names import Level, parse_level
from opencicc.pipeline.spec.table import Row
from opencicc.pipeline.step import FUNCTION_FLAG, Step
from opencicc.pipeline.text.parse import PIPELINE_NAMES, parse_pipeline
from opencicc.target import Target

PHASE_II_BIT = 4


@dataclass(frozen=True)
class PluginPass:
    """A step from outside with its place: tiers whose threshold is below `position` go in front of it."""

    step: Step
    position: int = 1
    origin: str = ""


def assemble(
    options: OptionValues,
    target: Target,
    language: str,
    level: Level,
    plugins: Sequence[PluginPass] = (),
) -> tuple[Step, ...]:
    """The steps of one compile. `language` may be empty: then the options' own (slot 181) counts."""
    values = effective_options(options, level, language)
    return _Assembler(values, target, level, tuple(plugins)).run()


def expand_names(
    steps: Iterable[Step], options: OptionValues, target: Target, plugins: Sequence[PluginPass] = (), at: str = ""
) -> tuple[Step, ...]:
    """Pipeline text's steps with `nvopt<O3>` and `default<O3>` replaced by what they stand for."""
    expanded: list[Step] = []
    for step in steps:
        if step.name not in PIPELINE_NAMES:
            expanded.append(step)
            continue
        if len(step.params) != 1:
            raise UsageError(f"'{step.name}' needs one level", at=at, fix=f"write {step.name}<O3>")
        expanded += assemble(options, target, "", parse_level(step.params[0], at), plugins)
    return assign_phases(expanded)


@cache
def _parse_row(text: str) -> Step:
    (step,) = parse_pipeline(text, "table")
    return step


class _Assembler:
    """One assembly: the pass list being filled, and what guards look at."""

    def __init__(self, values: OptionValues, target: Target, level: Level, plugins: tuple[PluginPass, ...]) -> None:
        self.values = values
        self.target = target
        self.level = level
        self.plugins = plugins
        self.passes = PassList()
        self.wrappers_left = 0
        self.is_first_wrapper = True

    def run(self) -> tuple[Step, ...]:
        self.add_infrastructure()
        self.add_rows(phases.NEEDED, "needed")
        if is_on(self.values, 4384):  # the bypass: nothing but infrastructure and code generation
            self.add_rows(phases.NEEDED_LAST, "needed")
        else:
            self.count_wrappers()
            self.add_optimization()
            self.add_rows(self.finalization(), "phase 5")
            self.add_final_shape()
        self.add_codegen()
        self.refuse_phase_ii()
        self.add_rows(phases.BLOCK_NAMES, "phase 8")
        self.add_machine()
        return assign_phases(self.passes.finished())

    def refuse_phase_ii(self) -> None:
        """Phase 6: passes of the target that bit 2 of the feature word asks for, and that no source names."""
        if self.values[FEATURE_WORD] > 0 and self.values[FEATURE_WORD] & PHASE_II_BIT:
            (row,) = phases.PHASE_II_CODEGEN
            raise UsageError(
                f"feature-word={self.values[FEATURE_WORD]} asks for the target's own phase II passes",
                at=self.values.origin(FEATURE_WORD),
                fix=f"leave bit 2 out: no source says what {row.factory} adds",
            )

    def add_infrastructure(self) -> None:
        for row, flags in zip(phases.INFRASTRUCTURE, phases.INFRASTRUCTURE_FLAGS, strict=True):
            step = _parse_row(row.text)
            self.passes.add(replace(step, factory=row.factory, where=f"phase 0 #{row.number}"), flags)

    @property
    def language(self) -> str:
        return str(self.values[BY_NAME["language"].option])

    def add_optimization(self) -> None:
        """Phases 1 to 4: which lists run for this level and language."""
        if self.level is Level.O0:
            self.add_rows(languages.O0, "O0")
        elif self.level is Level.OFCMAX:
            self.add_rows(languages.OFCMAX, "Ofcmax")
        elif self.language:
            self.add_rows(languages.PATHS[self.language], f"path {self.language}")
        else:
            self.add_rows(phases.PRE_OPTIMIZATION, "phase 2")
            self.add_tiers_and_plugins()

    def add_tiers_and_plugins(self) -> None:
        """Phase 3: each enabled tier once, in front of the first plugin beyond its threshold or after them all."""
        waiting = [tier for tier in range(4) if is_on(self.values, TIER_OFFSETS[tier])]
        for plugin in self.plugins:
            for tier in [t for t in waiting if plugin.position > self.values[THRESHOLDS[t]]]:
                self.add_tier(tier)
                waiting.remove(tier)
            self.passes.add(replace(plugin.step, where=f"plugin {plugin.origin}".strip()))
            self.add_rows(phases.AFTER_PLUGIN, "after plugin")
        for tier in waiting:
            self.add_tier(tier)

    def add_tier(self, tier: int) -> None:
        if tier == 0:
            self.add_rows(tiers.TIER_0, "tier 0")
            return
        if tier == 3:
            self.passes.add(Step("set-features", ("6",), where="tier 3", why="tier 3 turns both feature bits on"))
        self.add_rows(tiers.TIERS, f"tier {tier}", tier)

    def finalization(self) -> tuple[Row, ...]:
        """Phase 5's rows; fast-compile max without the device-code flag has no barrier lowering."""
        is_minimal = self.level is Level.OFCMAX and not is_on(self.values, 4304)
        return phases.FINALIZATION[1:] if is_minimal else phases.FINALIZATION

    def add_final_shape(self) -> None:
        for line in wrappers.FINAL_SHAPE if self.level is not Level.O0 else ():
            self.add_guarded(replace(line.step, where="phase 5, final shape", why=line.why), ALWAYS)

    def add_codegen(self) -> None:
        for step in self.passes.steps:
            if any(codegen.has_codegen_user(leaf.name, codegen.CODEGEN) for leaf in step.leaves):
                self.passes.mark_barrier(step)
        level = self.values[BY_NAME["codegen-opt-level"].option]
        for codegen_step in codegen.dispatch(codegen.CODEGEN, level):
            step = _parse_row(codegen_step.text)
            self.add_guarded(replace(step, where="codegen dispatch", why=codegen_step.why), ALWAYS)

    def add_machine(self) -> None:
        """The passes on PTX, after code generation."""
        if self.level.value in machine.MACHINE_LEVELS and not is_on(self.values, 4384):
            inside = tuple(Step(name) for name in machine.MACHINE_PASSES)
            self.passes.add(Step("machine", (), inside, where="machine stage", why="after code generation"))

    def add_rows(self, rows: Iterable[Row], where: str, tier: int = 0) -> None:
        now = Situation(self.values, self.target.sm, tier)
        for row in rows:
            place = f"{where} #{row.number}"
            if row.text.startswith("standard"):
                self.add_wrapper(row, place, now)
                continue
            step = _parse_row(self.fill(row.text, tier))
            self.add_guarded(replace(step, factory=row.factory, where=place), row.guard, now)

    def fill(self, text: str, tier: int) -> str:
        """A row's text with the values that its arguments depend on."""
        return text.format(
            tier=tier,
            limits=";no-partial;no-runtime;no-upperbound;no-profile-peeling" if self.values[FEATURE_WORD] < 0 else "",
            time="second-time" if is_on(self.values, 3120) else "first-time",
            memory="memssa" if is_on(self.values, 3704) else "",
            barriers=f"level={int(is_on(self.values, 2920))}",
        )

    def add_wrapper(self, row: Row, where: str, now: Situation) -> None:
        if not row.guard.holds(now):
            return
        self.wrappers_left -= 1
        number = int(row.text[len("standard<") : -1])
        lines = wrappers.expand(number, self.is_first_wrapper, self.wrappers_left == 0, self.language == "ptx")
        self.is_first_wrapper = False
        for line in lines:
            place = f"{where}, standard {number}"
            self.add_guarded(replace(line.step, factory=row.factory, where=place, why=line.why), row.guard, now)

    def count_wrappers(self) -> None:
        """How many wrapper calls this assembly will make: the last one closes the pipeline."""
        counter = _Counter(self.values, self.target, self.level, self.plugins)
        counter.add_optimization()
        self.wrappers_left = counter.wrappers

    def add_guarded(self, step: Step, guard: Guard, now: Situation | None = None) -> None:
        """Add the step if its position's and its pass's guards hold; a manager loses what is switched off inside."""
        now = now or Situation(self.values, self.target.sm)
        whole = guard & guard_of(step.name)
        if not whole.holds(now):
            return
        children = tuple(child for child in step.children if guard_of(child.name).holds(now))
        if step.children and not children:
            return
        self.passes.add(replace(step, guard=whole, children=children), FUNCTION_FLAG)


class _Counter(_Assembler):
    """A dry run that only counts wrapper calls."""

    wrappers = 0

    def add_wrapper(self, row: Row, where: str, now: Situation) -> None:
        self.wrappers += row.guard.holds(now)


TIER_OFFSETS = (4224, 3528, 3568, 3608)
