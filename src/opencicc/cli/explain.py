"""`opencicc explain NAME [compile options]`: what an option, slot, pass, manager or pipeline name is, and what it is here.

Compile options after the name show its value, and where that came from, in that compile:

    opencicc explain tier-3 -O3        value: 1 (level O3)
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from opencicc.cli.arguments import Arguments
from opencicc.cli.options_cmd import describe, read_by, value_text
from opencicc.compiler.settings import Settings, resolve
from opencicc.errors import UsageError, suggest
from opencicc.options import table_options
from opencicc.options.driver import OPT_LEVEL
from opencicc.options.option import Option
from opencicc.options.read import find_settable, gather
from opencicc.options.registry import all_names, find_driver_option, is_drivers, optimizer_options
from opencicc.options.slots import BY_NUMBER, BY_OFFSET
from opencicc.options.values import OptionValues
from opencicc.passes.registry import PassInfo, all_passes, find_pass, has_pass
from opencicc.pipeline.readers import readers_of
from opencicc.pipeline.run.conditions import CONDITIONS
from opencicc.pipeline.run.optimize import Pipeline, pipeline_of
from opencicc.pipeline.spec.levels import effective_options
from opencicc.pipeline.spec.names import Level, parse_level
from opencicc.pipeline.step import MANAGERS
from opencicc.pipeline.text.parse import PIPELINE_NAMES

USAGE = """\
opencicc explain NAME [compile options]

NAME is an option (do-licm), a slot (slot-143, 143, opts[2880], 2880), a pass
(licm), a manager (when) or a pipeline (nvopt<O3>, O3). With compile options
after it, values are those of that compile:

    opencicc explain do-licm -O1 -opt "-do-licm=0"
"""
HERE = "opencicc explain"


def main(words: list[str]) -> int:
    if not words or words[0] in ("--help", "-help", "-h"):
        print(USAGE, end="")
        return 0 if words else 2
    name = words[0].lstrip("-")
    settings = resolve(gather(Arguments([name, *words[1:]]).changes))
    print("\n".join(explain(name, settings)))
    return 0


def explain(name: str, settings: Settings) -> list[str]:
    """Everything that has this name: an option and a pass may share one."""
    lines: list[str] = []
    option = _find_option(name)
    if option is not None:
        lines += _option_lines(option, settings)
    if has_pass(name):
        lines += _pass_lines(find_pass(name), pipeline_of(settings))
    if name in MANAGERS:
        lines += _manager_lines(name, pipeline_of(settings))
    level = _find_level(name)
    if level:
        lines += _pipeline_lines(level, settings)
    if not lines:
        raise _unknown(name)
    return lines


def _find_option(name: str) -> Option[Any] | None:
    if name.isdigit():
        slot = BY_NUMBER.get(int(name)) or BY_OFFSET.get(int(name))
        if slot is None:
            raise UsageError(
                f"there is no slot {name}", at=HERE, fix="slots are 1 to 221; `opencicc options` gives their offsets"
            )
        return slot.option
    try:
        return table_options.find(name, HERE) or find_settable(name, HERE)
    except UsageError as error:
        if error.what.startswith("unknown option"):
            return None
        raise


def _find_level(name: str) -> str:
    """The level that `nvopt<O3>`, `default<O3>` or `O3` names, or nothing."""
    word, has_parameter, rest = name.partition("<")
    if has_parameter and word in PIPELINE_NAMES:
        return parse_level(rest.removesuffix(">"), HERE).value
    return name if name in {level.value for level in Level} else ""


def _option_lines(option: Option[Any], settings: Settings) -> list[str]:
    facts = describe(option)
    is_of_driver = option.slot is None and is_drivers(option.name)
    lines = [f"option {option.name}: {option.help}"]
    lines.append(f"  takes:   {option.expected()}; default {value_text(option.default) or 'empty'}")
    if facts["slot"]:
        lines.append(f"  slot:    {facts['slot']} at byte {facts['offset']} ({facts['layout']})")
    lines.append(f"  read by: {'driver' if is_of_driver else read_by(option)}")
    lines.append(f"  source:  {option.source or 'our choice'}")
    if option.unsupported:
        return lines
    lines.append(f"  value:   {_value_here(option, settings)}")
    spelled = f"{option.name}={value_text(option.default)}"
    lines.append(
        f"  set it:  {'-' if len(option.name) == 1 else '--'}{spelled}"
        if is_of_driver
        else f'  set it:  -opt "-{spelled}"'
    )
    return lines


def _value_here(option: Option[Any], settings: Settings) -> str:
    """The value in this compile and who set it; the driver's option of the same name is the one that counts."""
    values = effective_options(settings.values, parse_level(settings.level_name))
    chosen = find_driver_option(option.name) or option
    origin = values.origin(chosen) if values.is_set(chosen) else "default"
    return f"{value_text(values[chosen]) or 'empty'} ({origin})"


def _pass_lines(info: PassInfo, pipeline: Pipeline) -> list[str]:
    lines = [f"pass {info.name}: {info.help}"]
    lines.append(f"  kind:    {info.kind.value} ({info.origin})")
    lines.append(f"  status:  {info.status.value}{f': {info.reason}' if info.reason else ''}")
    if info.params:
        lines.append(f"  takes:   {info.name}<{';'.join(info.params)}>")
    if info.aliases:
        lines.append(f"  also:    {', '.join(info.aliases)}")
    knobs = [option.name for option in optimizer_options().values() if info.name in readers_of(option)]
    if knobs:
        lines.append(f"  options: {', '.join(knobs)}")
    places = [step for step in pipeline.steps if any(leaf.name == info.name for leaf in step.leaves)]
    lines.append(f"  steps:   {len(places)} in this pipeline")
    for step in places:
        lines.append(
            f"    phase {step.phase}  {step.where}: {step.text}{f'  [{step.guard}]' if step.guard.terms else ''}"
        )
    return lines


def _manager_lines(name: str, pipeline: Pipeline) -> list[str]:
    """What may stand around passes in pipeline text."""
    lines = [f"manager {MANAGERS[name]}"]
    if name == "when":
        lines += [f"  {condition:<14} {meaning}" for condition, meaning in CONDITIONS.items()]
    places = [step for step in pipeline.steps if step.name == name]
    lines.append(f"  steps:   {len(places)} in this pipeline")
    return lines + [f"    phase {step.phase}  {step.where}: {step.text}" for step in places]


def _pipeline_lines(level: str, settings: Settings) -> list[str]:
    values = settings.values
    if level.startswith("Ofc"):
        here: OptionValues = gather([*_as_given(values), *Arguments([f"-Ofast-compile={level[3:]}"]).changes])
    else:
        here = gather([*_as_given(values), (OPT_LEVEL, int(level[1]), HERE)])
    pipeline = pipeline_of(resolve(here))
    statuses = Counter(leaf.status.value for step in pipeline.steps for leaf in step.leaves)
    phases = Counter(step.phase for step in pipeline.steps)
    sets = [
        f"{name}={value_text(setting.value) or 'empty'} ({setting.origin})"
        for name, setting in sorted(pipeline.level_settings.items())
    ]
    return [
        f"pipeline nvopt<{level}>, also default<{level}>: {len(pipeline.steps)} steps",
        f"  phases:  {phases[1]} in phase I, {phases[2]} in phase II",
        f"  passes:  {', '.join(f'{count} {status}' for status, count in sorted(statuses.items()))}",
        *(f"  sets:    {text}" for text in sets),
        f"  steps:   opencicc opt --passes='nvopt<{level}>' --print-pipeline-passes",
    ]


def _as_given(values: OptionValues) -> list[tuple[Option[Any], object, str]]:
    """The settings again as changes, without the level."""
    return [
        (find_settable(name, setting.origin), setting.value, setting.origin)
        for name, setting in values
        if name not in ("opt-level", "Ofast-compile")
    ]


def _unknown(name: str) -> UsageError:
    known = [
        *all_names(),
        *(info.name for info in all_passes()),
        *(f"nvopt<{level.value}>" for level in Level),
    ]
    return UsageError(
        f"'{name}' is no option, slot, pass or pipeline",
        at=HERE,
        fix=f"{suggest(name, known)}`opencicc options` and `opencicc passes` list all of them",
    )
