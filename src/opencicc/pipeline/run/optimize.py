"""The OPT stage: the pipeline that the settings ask for, run over a module.

Assembling a pipeline takes about 20 ms, far more than running it over a small kernel, so it is done
once: pipelines are kept by everything they depend on, and those of the plain levels are in
`generated/`, made from the same assembler and checked against it by the tests.
"""

from __future__ import annotations

import sys

from opencicc.llvm.services import services
from opencicc.options import driver as driver_options
from opencicc.options.option import ASSEMBLES, WATCHES
from opencicc.options.registry import is_drivers
from opencicc.options.values import OptionValues, Setting
from opencicc.pipeline.run.own_pass import RunContext, run_pass
from opencicc.pipeline.run.plan import Unit, make_plan
from opencicc.pipeline.run.runner import Run
from opencicc.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.compiler.settings import Settings
    from opencicc.llvm.ir import Module
    from opencicc.llvm.native import TargetMachine
    from opencicc.pipeline.step import Step
    from opencicc.trace import Trace

    Plan = tuple[Unit, ...]

_KEPT_MOST = 64
_kept: dict[tuple[object, ...], Pipeline] = {}
_plans: dict[str, tuple[Plan, Plan, Plan]] = {}  # the generated ones, by level
_plans_of_verified: dict[str, tuple[Plan, Plan, Plan]] = {}
VERIFIER = "verify"
# Slots that only say how many work at a time.
POOL_SLOTS = ("jobserver", "force-concurrent", "split-compile-extended-threads", "split-compile-threads")
_ASSEMBLER_READS = frozenset(option.name for option in driver_options.options_for(ASSEMBLES))


@record
class Pipeline:
    """Steps, what the level sets in the options, and the plans of an unphased compile and of each phase.

    It is kept for other compiles, so it holds none of the settings of the one it was assembled for.
    """

    steps: tuple[Step, ...]
    level_settings: dict[str, Setting]
    unphased: Plan
    first: Plan
    second: Plan
    idle: tuple[str, ...] = ()  # a sentence for each status whose passes --passes names and nothing runs

    def values_for(self, settings: Settings) -> OptionValues:
        """What its passes read."""
        return OptionValues({**settings.values.settings, **self.level_settings})


def optimize(module: Module, settings: Settings, machine: TargetMachine, trace: Trace) -> None:
    """Run the pipeline: from the generated plans, from a kept one, or step by step when watched."""
    values = settings.values
    _warn_of_idle_settings(settings, trace)
    services().promote_up_to(values[driver_options.PROMOTION_ACCESSES])
    if values[driver_options.PASSES]:
        trace.diagnostics += [("warning", text) for text in pipeline_of(settings).idle]
    if wants_watching(values):
        from opencicc.pipeline.run.watch import Watcher

        pipeline = pipeline_of(settings)
        around = _surroundings(pipeline.values_for(settings), settings, machine, trace)
        return Run(module, around).run_steps(pipeline.steps, Watcher(values, trace, machine))
    plans = generated_plans(settings)
    if plans is not None:
        around = _surroundings(plain_values(settings), settings, machine, trace)
        if module.is_verified and not around.is_strict:
            plans = _without_verifier(settings.level_name, plans)
        return Run(module, around).run_plans(*plans)
    pipeline = pipeline_of(settings)
    around = _surroundings(pipeline.values_for(settings), settings, machine, trace)
    Run(module, around).run_plans(pipeline.unphased, pipeline.first, pipeline.second)


def check_words(settings: Settings) -> None:
    """Refuse unknown passes, parameters and plugins before any stage runs and writes its file."""
    values = settings.values
    if values[driver_options.PASSES] or values[driver_options.PLUGINS] or values[driver_options.SKIP_PASSES]:
        pipeline_of(settings)
    if values[driver_options.PRINT_BEFORE] or values[driver_options.PRINT_AFTER]:
        from opencicc.pipeline.run.dumps import wanted_dumps

        wanted_dumps(values)


def _warn_of_idle_settings(settings: Settings, trace: Trace) -> None:
    """Say which settings have no effect: a knob of a pass that is not built must not look as if it worked."""
    values = settings.values
    beyond_driver = [name for name in values.settings if not is_drivers(name)]
    if not beyond_driver:
        return
    if all(_is_pass_knob(name) for name in beyond_driver):
        if any(_is_inliners(name) for name in beyond_driver):
            from opencicc.passes.inline.contradictions import ignored_settings

            trace.diagnostics += [("warning", text) for text in ignored_settings(values, values[driver_options.PASSES])]
        return
    from opencicc.pipeline.readers import idle_settings

    def changes_steps(name: str) -> bool:
        without = replace(settings, values=OptionValues({k: v for k, v in values.settings.items() if k != name}))
        return _active_steps(settings) != _active_steps(without)

    is_by_level = not values[driver_options.PASSES]  # pipeline text says itself what runs
    said = idle_settings(values, changes_steps if is_by_level else None)
    trace.diagnostics += [("warning", text) for text in said]


def _active_steps(settings: Settings) -> list[str]:
    return [leaf.text for step in pipeline_of(settings).steps for leaf in step.leaves if leaf.is_active]


def _is_pass_knob(name: str) -> bool:
    """A knob that some pass of ours reads and that changes nothing but what this pass does."""
    from opencicc.passes.generated import GUARD_KNOBS, KNOB_READERS  # the whole registry: plain compiles don't need it

    return bool(KNOB_READERS.get(name)) and name not in GUARD_KNOBS


def _is_inliners(name: str) -> bool:
    """The inliner is a large package: other knobs need not load it."""
    from opencicc.passes.generated import KNOB_READERS

    return any("inline" in reader for reader in KNOB_READERS[name])


def _changes_pipeline(name: str) -> bool:
    """May the pipeline have other steps when this option is set? Knobs that only passes read leave it alone."""
    return name in _ASSEMBLER_READS or not (is_drivers(name) or name in POOL_SLOTS or _is_pass_knob(name))


WATCHING = {option.name: option.default for option in driver_options.options_for(WATCHES)}


def run_one(name: str, module: Module, settings: Settings, machine: TargetMachine, trace: Trace) -> bool:
    """Run one pass of ours outside the pipeline."""
    from opencicc.analysis.manager import AnalysisManager
    from opencicc.passes.bodies import body_of

    with trace.span("pass", name):
        around = _surroundings(settings.values, settings, machine, trace)
        return run_pass(body_of(name), module, lambda: module.definitions, around, AnalysisManager(around.machine))


def _surroundings(values: OptionValues, settings: Settings, machine: TargetMachine, trace: Trace) -> RunContext:
    is_strict = values[driver_options.STRICT_PASSES]
    return RunContext(values, settings.target, machine, trace, settings.link_settings, is_strict)


def wants_watching(values: OptionValues) -> bool:
    """Must the steps run one by one? The native helper times them anyway; without it timing needs this too."""
    if values[driver_options.TIME_PASSES] and not services().times_steps:
        return True
    given = values.settings.items()
    return any(setting.value != WATCHING.get(name, setting.value) for name, setting in given) or _has_dump_knob(values)


def _has_dump_knob(values: OptionValues) -> bool:
    if not any(name.startswith("dump-") for name in values.settings):
        return False
    from opencicc.pipeline.run.dumps import has_dump_knob

    return has_dump_knob(values)


def generated_plans(settings: Settings) -> tuple[Plan, Plan, Plan] | None:
    """The plans of a plain level, or None when an option changes the pipeline."""
    if any(_changes_pipeline(name) for name in settings.values.settings):
        return None
    level = settings.level_name
    if level not in _plans:
        from opencicc.pipeline.generated.plans import PLANS

        __import__(PLANS[level])
        unphased, first, second = (tuple([Unit(*row) for row in rows]) for rows in sys.modules[PLANS[level]].PLANS)
        _plans[level] = unphased, first, second
    return _plans[level]


def _without_verifier(level: str, plans: tuple[Plan, Plan, Plan]) -> tuple[Plan, Plan, Plan]:
    """For a module that LNK has verified: what happened to it since is ours, and right in strict mode."""
    if level not in _plans_of_verified:
        unphased, first, second = plans
        _plans_of_verified[level] = _behind_verifier(unphased), _behind_verifier(first), second
    return _plans_of_verified[level]


def _behind_verifier(plan: Plan) -> Plan:
    first = plan[0]
    if VERIFIER not in first.texts:
        return plan
    others = tuple([text for text in first.texts if text != VERIFIER])
    return (Unit(others, when=first.when), *plan[1:]) if others else plan[1:]


def generated_settings(level_name: str) -> dict[str, Setting]:
    """What a plain level sets, as `effective_options` would."""
    from opencicc.pipeline.generated.level_settings import LEVEL_SETTINGS

    return {name: Setting(value, origin) for name, value, origin in LEVEL_SETTINGS[level_name]}


def plain_values(settings: Settings) -> OptionValues:
    """What passes read at a plain level; kept with the values of the settings, which serve many compiles."""
    made, level = settings.values.made, settings.level_name
    found = made.get(level)
    if found is None:
        found = made[level] = OptionValues({**settings.values.settings, **generated_settings(level)})
    return found  # type: ignore[return-value]


def pipeline_of(settings: Settings) -> Pipeline:
    """The pipeline of these settings, assembled once."""
    values = settings.values
    relevant = tuple((name, setting.value) for name, setting in values if _changes_pipeline(name))
    key = (relevant, settings.target, settings.level_name)
    if key not in _kept:
        if len(_kept) >= _KEPT_MOST:
            _kept.clear()
        _kept[key] = _assemble(settings)
    return _kept[key]


def _assemble(settings: Settings) -> Pipeline:
    from opencicc.pipeline.assemble import assemble, expand_names
    from opencicc.pipeline.plugins import load_plugins
    from opencicc.pipeline.readers import idle_passes
    from opencicc.pipeline.skipping import without_passes
    from opencicc.pipeline.spec.levels import effective_options
    from opencicc.pipeline.spec.names import check_exclusive, parse_level
    from opencicc.pipeline.text.parse import PIPELINE_NAMES, parse_pipeline

    values, level = settings.values, parse_level(settings.level_name)
    plugins = load_plugins(values[driver_options.PLUGINS])
    text = values[driver_options.PASSES]
    idle: list[str] = []
    if text:
        at = values.origin(driver_options.PASSES)
        has_level = values.is_set(driver_options.OPT_LEVEL) or values.is_set(driver_options.FAST_COMPILE)
        check_exclusive(has_level, True, at)
        parsed = parse_pipeline(text, at)
        idle = idle_passes(parsed)
        steps = expand_names(parsed, values, settings.target, plugins, at)
        named = [step.params[0] for step in parsed if step.name in PIPELINE_NAMES]
        level = parse_level(named[0]) if named else level  # passes see what the first pipeline named sets
    else:
        steps = assemble(values, settings.target, values[driver_options.LANGUAGE], level, plugins)
    skipped = values[driver_options.SKIP_PASSES]
    if skipped:
        steps = without_passes(steps, skipped, values.origin(driver_options.SKIP_PASSES))
    effective = effective_options(values, level, values[driver_options.LANGUAGE])
    level_settings = {name: setting for name, setting in effective if setting is not values.settings.get(name)}
    return Pipeline(steps, level_settings, make_plan(steps), make_plan(steps, 1), make_plan(steps, 2), tuple(idle))
