"""Knobs of `memory-space-opt` and `ipmsp`, which turn generic pointers into pointers of one space."""

from __future__ import annotations

from opencicc.options.option import Option

DO_CLONE_FOR_IP_MSP = Option(
    "do-clone-for-ip-msp",
    -1,
    "The most clones ipmsp makes: -1 no limit, 0 none.",
    source="cicc v13.0 knob inventory (an int there, a toggle elsewhere)",
    readers=("ipmsp",),
    minimum=-1,
)
DUMP_IP_MSP = Option(
    "dump-ip-msp", 0, "Print what ipmsp found.", source="cicc v13.0 knob inventory", readers=("ipmsp",), minimum=0
)
MEMORY_SPACE_OPT = Option(
    "memory-space-opt",
    True,
    "Run memory-space-opt; fast-compile max forces 0.",
    source="cicc v13.0 standalone option parser",
    readers=("memory-space-opt",),
)
MEM_SPACE_ALG = Option(
    "mem-space-alg",
    2,
    "Which inference runs.",
    source="cicc v13.0 knob inventory",
    readers=("memory-space-opt",),
    minimum=0,
)
TRACK_INDIR_LOAD = Option(
    "track-indir-load",
    True,
    "Follow pointers loaded from memory.",
    source="cicc v13.0 knob inventory",
    readers=("memory-space-opt",),
)
TRACK_INT2PTR = Option(
    "track-int2ptr", True, "Follow inttoptr.", source="cicc v13.0 knob inventory", readers=("memory-space-opt",)
)
PARAM_ALWAYS_POINT_TO_GLOBAL = Option(
    "param-always-point-to-global",
    True,
    "Kernel pointer parameters point to global memory.",
    source="cicc v13.0 knob inventory",
    readers=(
        "memory-space-opt",
        "ipmsp",
    ),
)
STRONG_GLOBAL_ASSUMPTIONS = Option(
    "strong-global-assumptions",
    True,
    "What is loaded from global memory points to global memory.",
    source="cicc v13.0 knob inventory",
    readers=("memory-space-opt",),
)
PROCESS_ALLOCA_ALWAYS = Option(
    "process-alloca-always",
    True,
    "Allocas are local memory even where nothing else is known.",
    source="cicc v13.0 knob inventory",
    readers=("memory-space-opt",),
)
WMMA_MEMORY_SPACE_OPT = Option(
    "wmma-memory-space-opt",
    True,
    "Also rewrite matrix load and store intrinsics.",
    source="cicc v13.0 knob inventory",
    readers=("memory-space-opt",),
)
PROCESS_BUILTIN_ASSUME = Option(
    "process-builtin-assume",
    True,
    "Use assumptions about a pointer's space.",
    source="our choice: the sources give no default",
    readers=("memory-space-opt",),
)
DUMP_IR_BEFORE_MEMORY_SPACE_OPT = Option(
    "dump-ir-before-memory-space-opt",
    False,
    "Print the IR before memory-space-opt.",
    source="cicc v13.0 knob inventory",
    readers=("runner",),
)
DUMP_IR_AFTER_MEMORY_SPACE_OPT = Option(
    "dump-ir-after-memory-space-opt",
    False,
    "Print the IR after memory-space-opt.",
    source="cicc v13.0 knob inventory",
    readers=("runner",),
)
DUMP_MEMORY_SPACE_WARNINGS = Option(
    "dump-memory-space-warnings",
    False,
    "Print the address-space warnings.",
    source="our choice: the sources give no default",
    readers=("memory-space-opt",),
)
DUMP_PROCESS_BUILTIN_ASSUME = Option(
    "dump-process-builtin-assume",
    False,
    "Print the assumptions used.",
    source="our choice: the sources give no default",
    readers=("memory-space-opt",),
)
