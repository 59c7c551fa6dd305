"""The knobs of the passes, found by name: declared in the passes' files, or in the table of what is not built.

The generated registry says in which file a knob stands and which passes read it, so that one knob costs one import.
"""

from __future__ import annotations

from functools import lru_cache

from opencicc.passes.generated import OWN_KNOBS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from opencicc.options.option import Option


def find_own_knob(name: str) -> Option[Any] | None:
    """The knob of this name that a pass of ours declares."""
    if name not in OWN_KNOBS:
        return None
    import importlib

    module, constant, _ = OWN_KNOBS[name]
    option: Option[Any] = getattr(importlib.import_module(module), constant)
    return option


@lru_cache(maxsize=1)
def all_knobs() -> tuple[Option[Any], ...]:
    """Every knob of every pass, built or not, each once."""
    from opencicc.passes.unbuilt_knobs import knobs_to_come, refused_knobs

    own = [knob for name in OWN_KNOBS if (knob := find_own_knob(name)) is not None]
    return (*own, *(option for option, _ in knobs_to_come()), *refused_knobs())


@lru_cache(maxsize=1)
def knob_readers() -> dict[str, tuple[str, ...]]:
    """Knob name to the passes that read it, or will."""
    from opencicc.passes.unbuilt_knobs import knobs_to_come

    return {
        **{name: readers for name, (_, _, readers) in OWN_KNOBS.items()},
        **{option.name: passes for option, passes in knobs_to_come()},
    }
