"""Knobs of the spec that we know by name and refuse, each with the reason."""

from __future__ import annotations

from opencicc.options.option import Option

DO_COMDAT_RENAMING = Option(
    "do-comdat-renaming",
    False,
    "Rename COMDAT groups.",
    source="cicc v13.0 knob inventory",
    unsupported="it belongs to profile instrumentation, which opencicc does not do",
)
DO_COUNTER_PROMOTION = Option(
    "do-counter-promotion",
    False,
    "Promote profile counters.",
    source="cicc v13.0 knob inventory",
    unsupported="it belongs to profile instrumentation, which opencicc does not do",
)
DUMP_PHI_REMOVE = Option(
    "dump-phi-remove",
    0,
    "Print phi removal in gvn.",
    source="cicc v13.0 knob inventory",
    unsupported="gvn is LLVM's own; --print-changed shows what it does",
)
DUMP_CONV_DOT = Option(
    "dump-conv-dot",
    False,
    "Print convergence as a graph.",
    source="cicc v13.0 knob inventory",
    unsupported="LLVM's uniformity analysis is used: --passes='print<uniformity>' prints it",
)
DUMP_CONV_FUNC = Option(
    "dump-conv-func",
    False,
    "Print convergence per function.",
    source="cicc v13.0 knob inventory",
    unsupported="LLVM's uniformity analysis is used: --passes='print<uniformity>' prints it",
)
DUMP_CONV_TEXT = Option(
    "dump-conv-text",
    False,
    "Print convergence as text.",
    source="cicc v13.0 knob inventory",
    unsupported="LLVM's uniformity analysis is used: --passes='print<uniformity>' prints it",
)
DUMP_VA = Option(
    "dump-va",
    False,
    "Print value analysis.",
    source="cicc v13.0 knob inventory",
    unsupported="there is no value analysis apart from LLVM's own",
)
