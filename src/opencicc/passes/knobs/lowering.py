"""Knobs of the small lowering and clean-up passes, and of conventional SSA."""

from __future__ import annotations

from opencicc.options.option import Option

NVVM_REFLECT_ENABLE = Option(
    "nvvm-reflect-enable",
    True,
    "Resolve __nvvm_reflect.",
    source="cicc v13.0 knob inventory",
    readers=("nvvm-reflect",),
)
ENABLE_NVVM_PEEPHOLE = Option(
    "enable-nvvm-peephole",
    True,
    "Run the NVVM peepholes.",
    source="cicc v13.0 knob inventory",
    readers=("nvvm-peephole-optimizer",),
)
NVVM_LOWER_PRINTF = Option(
    "nvvm-lower-printf",
    False,
    "Turn printf into vprintf.",
    source="cicc v13.0 knob inventory",
    readers=("printf-lowering",),
)
NVVM_VERIFY_SHOW_INFO = Option(
    "nvvm-verify-show-info",
    False,
    "Say what the verifier looked at.",
    source="cicc v13.0 knob inventory",
    readers=("nvvm-verify",),
)
DO_CSSA = Option(
    "do-cssa",
    False,
    "Insert phi copies before code generation.",
    source="our choice: the sources give no default, and LLVM needs none",
    readers=("cssa",),
)
CSSA_COALESCE = Option(
    "cssa-coalesce",
    0,
    "How strongly copies are merged.",
    source="our choice: the sources give no default",
    readers=("cssa",),
    minimum=0,
)
CSSA_VERBOSITY = Option(
    "cssa-verbosity", 0, "How much cssa prints.", source="cicc v13.0 knob inventory", readers=("cssa",), minimum=0
)
USEDESSA = Option(
    "usedessa",
    2,
    "Phi elimination: 0 off, 1 basic, 2 full.",
    source="cicc v13.0 knob inventory",
    readers=("cssa",),
    minimum=0,
    maximum=2,
)
DUMP_BEFORE_CSSA = Option(
    "dump-before-cssa", False, "Print the IR before cssa.", source="cicc v13.0 knob inventory", readers=("runner",)
)
DUMP_NVVMIR = Option(
    "dump-nvvmir",
    False,
    "Let every print step write the module to the error stream.",
    source="our choice: the sources give no default",
    readers=("runner",),
)
