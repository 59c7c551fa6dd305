"""The knobs of memory-space-opt that ipmsp reads too, and the rules they make."""

from __future__ import annotations

from opencicc.analysis.spaces import Rules
from opencicc.options.option import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.api import PassContext

_INVENTORY = "cicc v13.0 knob inventory"

TRACK_INDIR_LOAD = Option(
    "track-indir-load",
    True,
    "Follow pointers that are loaded from memory: from stack objects, struct parameters, and what memory holds.",
    source=_INVENTORY,
)
TRACK_INT2PTR = Option(
    "track-int2ptr", True, "Follow addresses through numbers that constants moved or aligned.", source=_INVENTORY
)
PARAM_POINTS_TO_GLOBAL = Option(
    "param-always-point-to-global",
    True,
    "Kernel pointer parameters, and pointers in struct parameters, point to global memory.",
    source=_INVENTORY,
)
STRONG_GLOBAL = Option(
    "strong-global-assumptions",
    True,
    "What is loaded from memory points to global memory where nothing in the module stores any other pointer.",
    source=_INVENTORY + "; as nvcc 13.0 does: a kernel that stores the address of shared memory keeps generic loads",
)
ALLOCA_ALWAYS = Option(
    "process-alloca-always",
    True,
    "Stack objects are local memory; 0: take their addresses as unknown where they meet others.",
    source=_INVENTORY,
)
SHARED_KNOBS = (TRACK_INDIR_LOAD, TRACK_INT2PTR, PARAM_POINTS_TO_GLOBAL, STRONG_GLOBAL, ALLOCA_ALWAYS)


def read_rules(ctx: PassContext) -> Rules:
    return Rules(
        params_are_global=ctx.option(PARAM_POINTS_TO_GLOBAL),
        allocas_are_local=ctx.option(ALLOCA_ALWAYS),
        follows_loads=ctx.option(TRACK_INDIR_LOAD),
        follows_integers=ctx.option(TRACK_INT2PTR),
    )
