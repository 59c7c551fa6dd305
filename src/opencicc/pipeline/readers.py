"""Which steps read an option: from the pass's own declaration, or from the guards of the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from opencicc.options.driver import PASSES
from opencicc.options.features import FEATURES
from opencicc.options.image import FEATURE_WORD, THRESHOLDS
from opencicc.options.option import Option
from opencicc.options.registry import optimizer_options
from opencicc.options.slots import BY_NUMBER, BY_OFFSET
from opencicc.options.toggles import DO_IP_MSP, DO_REMAT
from opencicc.options.values import OptionValues
from opencicc.passes.bodies import body_of
from opencicc.passes.inline.contradictions import ignored_settings
from opencicc.passes.knobs import knob_readers
from opencicc.passes.registry import Status, find_pass, has_pass
from opencicc.pipeline.run.dumps import DUMP_KNOBS
from opencicc.pipeline.spec import languages, phases, tiers
from opencicc.pipeline.spec.guards import Guard, parse_guard, pass_guards
from opencicc.pipeline.spec.table import Row
from opencicc.pipeline.step import Step
from opencicc.pipeline.text.parse import PIPELINE_NAMES

TABLES: dict[str, tuple[Row, ...]] = {
    "phase 2": phases.PRE_OPTIMIZATION,
    "tier 0": tiers.TIER_0,
    "tiers": tiers.TIERS,
    "phase 5": phases.FINALIZATION,
    "after plugin": phases.AFTER_PLUGIN,
    "phase 8": phases.BLOCK_NAMES,
    **{f"path {name}": rows for name, rows in languages.PATHS.items()},
}

# Slots that the assembler itself, the orchestrator or the driver reads.
DIRECT_READERS = {
    1: ("driver",),
    2: ("driver",),
    3: ("driver",),
    4: ("driver",),
    5: ("driver",),
    6: ("driver",),
    9: ("codegen dispatch",),
    93: ("nvvm-reduction",),
    95: ("nvvm-reduction",),
    145: ("nvvm-lower-barriers",),
    155: ("memory-space-opt",),
    163: ("worker pool",),
    175: ("assembler",),
    177: ("assembler",),
    179: ("assembler",),
    181: ("assembler",),
    183: ("early-cse",),
    201: ("worker pool",),
    203: ("worker pool",),
    205: ("worker pool",),
    209: ("assembler",),
    213: ("assembler",),
    217: ("assembler",),
}

# Options beside the slots that parts of the compiler act on, or passes by their slots.
NAMED_READERS = {
    DO_IP_MSP.name: ("ipmsp", "memory-space-opt"),
    DO_REMAT.name: ("remat",),
    FEATURES.name: ("basic-dbe", "branch-dist", "ipmsp"),
    FEATURE_WORD.name: ("phase-ii-codegen", "loop-unroll"),
    **{threshold.name: ("tier",) for threshold in THRESHOLDS},
    **{knob.name: ("runner",) for knob in DUMP_KNOBS},
}

# Options whose passes are not the only ones to act on them: stages of the compiler do too.
READ_BY_STAGES = ("no-nvvm-reflect", "nvvm-reflect-enable", "no-loop-reduce", "no-nvvm-verify", "no-irverify")
# Slots that the body of a pass asks for by their offset (ctx.slot).
READ_BY_BODIES = ("reduction-param-a", "reduction-param-b")

# Parts of the compiler that a slot is for and that are not there.
PARTS_NOT_BUILT: tuple[str, ...] = ()
_IDLE = (Status.NOT_BUILT, Status.UNIDENTIFIED)


@lru_cache(maxsize=1)
def _guard_readers() -> dict[str, tuple[str, ...]]:
    """Option name to the passes whose steps it switches."""
    found: dict[str, dict[str, None]] = defaultdict(dict)

    def note(guard: Guard, pass_name: str) -> None:
        for literal in guard.literals:
            word = literal.text.lstrip("!")
            name = BY_OFFSET[literal.offset].option.name if literal.offset is not None else word
            found[name][pass_name] = None

    for pass_name, text in pass_guards().items():
        note(parse_guard(text), pass_name)
    for rows in TABLES.values():
        for row in rows:
            note(row.guard, row.text.split("<")[0])
    return {name: tuple(sorted(passes)) for name, passes in found.items()}


def readers_of(option: Option[Any]) -> tuple[str, ...]:
    """The passes, or parts of the compiler, that act on this option."""
    direct = DIRECT_READERS.get(option.slot or 0, ()) if option.slot in BY_NUMBER else ()
    named = (*knob_readers().get(option.name, ()), *NAMED_READERS.get(option.name, ()))
    return tuple(dict.fromkeys((*named, *direct, *_guard_readers().get(option.name, ()))))


def idle_settings(values: OptionValues, changes_steps: Callable[[str], bool] | None = None) -> list[str]:
    """A sentence for every setting away from its default that nothing acts on, with the reason.

    `changes_steps` says of a setting whether the steps that do something would be others without it: that is what
    counts for options of the pipeline itself, whatever the passes that they are for. None: nobody knows.
    """
    sentences = []
    for name, setting in values:
        option = optimizer_options().get(name)
        if option is None or setting.value == option.default:
            continue
        readers = readers_of(option)
        reasons = [why_idle(option, reader) for reader in readers]
        if (not reasons or all(reasons)) and changes_steps is not None and changes_steps(name):
            continue
        if not reasons:
            sentences.append(f"option {name} is set ({setting.origin}), but nothing is known to read it")
        elif all(reasons):
            why = "; ".join(dict.fromkeys(reasons))
            sentences.append(f"option {name} is set ({setting.origin}), but nothing reads it yet: {why}")
        elif changes_steps is not None and acts_on_steps_only(option) and not changes_steps(name):
            sentences.append(f"option {name} is set ({setting.origin}), but no step of this pipeline depends on it")
    return sentences + ignored_settings(values, values[PASSES])


def acts_on_steps_only(option: Option[Any]) -> bool:
    """Does it only decide which steps there are, and with which parameters?"""
    is_read_inside = any(
        find_pass(reader).status is Status.BUILT and option.name in {read.name for read in body_of(reader).reads}
        for reader in readers_of(option)
        if has_pass(reader)
    )
    is_read_outside = any(not has_pass(reader) for reader in readers_of(option))
    return not is_read_inside and not is_read_outside and option.name not in (*READ_BY_STAGES, *READ_BY_BODIES)


def idle_passes(steps: Iterable[Step]) -> list[str]:
    """A sentence about the passes named here that do nothing, for each reason; what pipeline names stand for is ours."""
    leaves = [leaf for step in steps if step.name not in PIPELINE_NAMES for leaf in step.leaves]
    sentences = []
    for status in _IDLE:
        names = tuple(dict.fromkeys(leaf.name for leaf in leaves if leaf.status is status))
        if names:
            word, verb, does = ("pass", "is", "it does") if len(names) == 1 else ("passes", "are", "they do")
            sentences.append(f"{word} {', '.join(names)} {verb} {status.value}: {does} nothing")
    return sentences


def acts(option: Option[Any]) -> bool:
    """Does anything that is built read this option?"""
    return any(not why_idle(option, reader) for reader in readers_of(option))


def why_idle(option: Option[Any], reader: str) -> str:
    """Why this reader does not act on the option, or nothing when it does."""
    if not has_pass(reader):
        return f"the {reader} is not built" if reader in PARTS_NOT_BUILT else ""
    info = find_pass(reader)
    if info.status in _IDLE:
        return f"pass {reader} is {info.status.value}"
    if reader in _guard_readers().get(option.name, ()) or option.slot is not None:
        return ""  # it decides whether, or how, the step is in the pipeline
    if info.status is Status.STAND_IN:
        return f"an LLVM pass without it runs in the place of {reader}"
    if info.status is Status.BUILT and option.name not in {read.name for read in body_of(reader).reads}:
        return f"pass {reader} does not read it"
    return ""
