"""Who reads a knob: the passes that name it in their headers, or those that the table of knobs to come names."""

from __future__ import annotations

from functools import lru_cache

from opencicc.options.knob_table import knobs_to_come
from opencicc.passes.generated import KNOB_READERS


@lru_cache(maxsize=1)
def knob_readers() -> dict[str, tuple[str, ...]]:
    """Knob name to the passes that read it, or will."""
    return {**KNOB_READERS, **{option.name: passes for option, passes in knobs_to_come()}}
