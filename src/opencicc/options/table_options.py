"""The options that are rows of a table: slots, the struct's own fields and the knobs of passes to come."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from opencicc.errors import UsageError
from opencicc.options.image import THRESHOLDS
from opencicc.options.knob_table import knobs_to_come, refused_knobs
from opencicc.options.option import Option
from opencicc.options.slots import BY_NUMBER, BY_OFFSET, SLOTS

OFFSET_KEY = re.compile(r"opts\[(\d+)\]$")
SLOT_KEY = re.compile(r"slot-(\d+)$")


@lru_cache(maxsize=1)
def by_name() -> dict[str, Option[Any]]:
    """Every row; two of one name are a fault of ours."""
    rows = (*(slot.option for slot in SLOTS), *THRESHOLDS, *(knob for knob, _ in knobs_to_come()), *refused_knobs())
    options = {option.name: option for option in rows}
    if len(options) != len(rows):
        raise ValueError("an option is declared twice")
    return options


def find(key: str, at: str = "") -> Option[Any] | None:
    """A row by name; `opts[2880]` and `slot-143` are other ways to say `do-licm`."""
    return by_name().get(key) or _find_slot(key, at)


def _find_slot(key: str, at: str) -> Option[Any] | None:
    """A slot given by offset or number; a number that is no slot is an error, not an unknown name."""
    for pattern, table in ((OFFSET_KEY, BY_OFFSET), (SLOT_KEY, BY_NUMBER)):
        match = pattern.match(key)
        if match is None:
            continue
        slot = table.get(int(match[1]))
        if slot is None:
            raise UsageError(
                f"there is no slot '{key}'", at=at, fix="slots are 1 to 221; `opencicc options` gives their offsets"
            )
        return slot.option
    return None
