"""Which steps read an option: from the pass's own declaration, or from the guards of the tables."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Any

from opencicc.options.option import Option
from opencicc.options.slots import BY_NUMBER, BY_OFFSET
from opencicc.options.values import OptionValues
from opencicc.passes import Status, find_pass, has_pass
from opencicc.pipeline import languages, phases, tiers
from opencicc.pipeline.catalogue import catalogue
from opencicc.pipeline.guards import PASS_GUARDS, Guard, parse_guard
from opencicc.pipeline.table import Row

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


@lru_cache(maxsize=1)
def _guard_readers() -> dict[str, tuple[str, ...]]:
    """Option name to the passes whose steps it switches."""
    found: dict[str, dict[str, None]] = defaultdict(dict)

    def note(guard: Guard, pass_name: str) -> None:
        for literal in guard.literals:
            word = literal.text.lstrip("!")
            name = BY_OFFSET[literal.offset].option.name if literal.offset is not None else word
            found[name][pass_name] = None

    for pass_name, text in PASS_GUARDS.items():
        note(parse_guard(text), pass_name)
    for rows in TABLES.values():
        for row in rows:
            note(row.guard, row.text.split("<")[0])
    return {name: tuple(sorted(passes)) for name, passes in found.items()}


def readers_of(option: Option[Any]) -> tuple[str, ...]:
    """The passes, or parts of the compiler, that act on this option."""
    direct = DIRECT_READERS.get(option.slot or 0, ()) if option.slot in BY_NUMBER else ()
    return tuple(dict.fromkeys((*option.readers, *direct, *_guard_readers().get(option.name, ()))))


def idle_settings(values: OptionValues) -> list[str]:
    """A note for every setting that nothing acts on: its readers are not built, or there are none."""
    notes = []
    for name, setting in values:
        option = catalogue().options.get(name)
        if option is None or any(is_acting(reader) for reader in readers_of(option)):
            continue
        readers = ", ".join(readers_of(option))
        why = f"{readers} is not built" if readers else "nothing reads it"
        notes.append(f"{name} ({setting.origin}) has no effect: {why}")
    return notes


def is_acting(reader: str) -> bool:
    """A part of the compiler, or a pass that does something."""
    return not has_pass(reader) or find_pass(reader).status not in (Status.NOT_BUILT, Status.UNIDENTIFIED)
