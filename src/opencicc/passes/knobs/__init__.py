"""The knobs of the custom passes: one module per family, each knob with help, source and the passes that read it.

A pass that lives in its own folder may bring its own module; it is named in KNOB_MODULES and found here.
"""

from __future__ import annotations

from functools import lru_cache

from opencicc.options.option import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any  # 3 ms: passes of every compile come through here for a knob of this folder

KNOB_MODULES = (
    "opencicc.passes.inline.knobs",
    "opencicc.passes.knobs.addresses",
    "opencicc.passes.knobs.aggregates",
    "opencicc.passes.knobs.barriers",
    "opencicc.passes.knobs.chaos",
    "opencicc.passes.knobs.loops",
    "opencicc.passes.knobs.lowering",
    "opencicc.passes.knobs.machine_remat",
    "opencicc.passes.knobs.memory_spaces",
    "opencicc.passes.knobs.remat",
    "opencicc.passes.knobs.sinking",
    "opencicc.passes.knobs.unsupported",
    "opencicc.passes.select_kernels",
    "opencicc.passes.limit_registers",
    "opencicc.passes.set_local_array_alignment",
    "opencicc.passes.unroll.knobs",
)


def options_of(module_name: str) -> tuple[Option[Any], ...]:
    """Every Option that a module declares, in its order."""
    import importlib

    module = importlib.import_module(module_name)
    return tuple(value for value in vars(module).values() if isinstance(value, Option))


@lru_cache(maxsize=1)
def all_knobs() -> tuple[Option[Any], ...]:
    """Every knob of every module, each once."""
    found: dict[str, Option[Any]] = {}
    for module_name in KNOB_MODULES:
        found.update({option.name: option for option in options_of(module_name)})
    return tuple(found.values())
