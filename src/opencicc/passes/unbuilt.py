"""The passes that have a name and no body of ours: one row each, until a file of the pass's name takes its row over.

Columns: name, level, status, phase (`-` by position), parameters, guard, help. `not built` rows are listed and do
nothing, visibly; STAND_INS names the LLVM pass that runs in the place of some of them, FORWARDS those that stand for
LLVM passes for good.
"""

from __future__ import annotations

from opencicc.passes.api import NVIDIA_REGISTRY
from opencicc.passes.info import Kind, PassInfo, Phase, Status
from opencicc.passes.places import PUBLISHED, Places, at, read_place
from opencicc.record import replace

# The product's own registry: 12 module, 20 function and 1 loop pass and 2 analyses by its own count. Only 19 function
# passes are named; the twentieth is taken to be `bounds-checking`, which LLVM has too. The two printers came with them.
NVIDIA = """
rpa                       | analysis | provided  | - |                                             |                      | Register pressure, block by block.
merge-sets                | analysis | provided  | - |                                             |                      | Sets of blocks where definitions merge.
"""

# Passes that only the pipeline's factories name, and the passes beside the registry that have pages of their own.
PIPELINE_ONLY = """
nvvm-unreachable-block-elim | function | native       | - |                 | !2360                            | Remove blocks that cannot be reached: LLVM's unreachableblockelim.
nvvm-final-cleanup          | function | native       | - | level=0         |                                  | The one clean-up step of O0: what nothing reaches or uses, by LLVM's unreachableblockelim, globaldce and strip-dead-prototypes.
print-module                | module   | provided     | - | banner          | !1080                            | Print the module when a dump is asked for; silent otherwise.
set-features                | module   | provided     | - | *               |                                  | Tier 3 sets the feature word: the marker of the place.
phase-ii-codegen            | function | unidentified | 2 |                 |                                  | The target's own phase II passes: nothing is known of them.
"""

# Factories of the pipeline that no source identifies, by their address.
UNIDENTIFIED = """
factory-1aac510 | function | unidentified | - |  | !520 !560 | Factory sub_1AAC510: no source says what it makes.
factory-1922f90 | loop     | unidentified | - |  | 3080      | Factory sub_1922F90: some loop pass.
"""

# LLVM passes that run until our body is there, and why they may.
STAND_INS: dict[str, tuple[str, str]] = {}
# Names that only forward, for good: LLVM's passes do what a user of the name expects, and stay together with their
# neighbours in one run of libLLVM.
FORWARDS = {
    "nvvm-unreachable-block-elim": "function(unreachableblockelim)",
    "nvvm-final-cleanup": "module(function(unreachableblockelim),globaldce,strip-dead-prototypes)",
}
# Places in lists of ours, with the reason; every other row stands where the published tables name it, or nowhere.
PLACES: dict[str, tuple[str, str]] = {}
# Of built passes too.
ALIASES = {"memory-space-opt": ("memory-space-opt-pass",), "remat": ("nvvmrematerialize",)}
LABELS = {"memory-space-opt": "MemorySpaceOpt"}  # the name in messages, where it is not the pass name
READ_ONLY = ("print-module",)


def unbuilt_passes() -> list[PassInfo]:
    """Every row, the product's registry first."""
    return [
        *_read_table(NVIDIA, NVIDIA_REGISTRY),
        *_read_table(PIPELINE_ONLY, "pipeline"),
        *_read_table(UNIDENTIFIED, "pipeline"),
    ]


def _read_table(table: str, origin: str) -> list[PassInfo]:
    return [_row(line, origin) for line in table.strip().splitlines()]


def _row(line: str, origin: str) -> PassInfo:
    name, kind, status, phase, params, guard, help_text = (cell.strip() for cell in line.split("|", 6))
    info = PassInfo(
        name,
        Kind(kind),
        help_text,
        Status(status),
        params=tuple(params.split(";")) if params else (),
        aliases=ALIASES.get(name, ()),
        phase=Phase.BY_POSITION if phase == "-" else Phase(int(phase)),
        label=LABELS.get(name, ""),
        origin=origin,
        is_read_only=name in READ_ONLY,
        guard=guard,
        places=_places_of(name),
        native=FORWARDS.get(name, ""),
    )
    if name not in STAND_INS:
        return info
    native, reason = STAND_INS[name]
    return replace(info, status=Status.STAND_IN, native=native, reason=reason)


def _places_of(name: str) -> Places:
    if name in PLACES:
        return at(read_place(*PLACES[name]))
    return PUBLISHED
