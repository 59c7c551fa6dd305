"""Knobs of `sinking2` and `sink<rp-aware>`."""

from __future__ import annotations

from opencicc.options.option import Option

SINK_INTO_TEXTURE = Option(
    "sink-into-texture",
    3,
    "Sink toward texture fetches: 0 off, 1 across blocks, 2 also within one, 3 also from outside only.",
    source="cicc v13.0 knob inventory",
    readers=("sinking2",),
    minimum=0,
    maximum=3,
)
SINK_LIMIT = Option(
    "sink-limit",
    20,
    "The most instructions sunk into one block.",
    source="cicc v13.0 knob inventory",
    readers=("sinking2",),
    minimum=0,
)
DUMP_SINK2 = Option(
    "dump-sink2", False, "Print what sinking2 moved.", source="cicc v13.0 knob inventory", readers=("sinking2",)
)
SINK_CHECK_SCHED = Option(
    "sink-check-sched",
    True,
    "Keep what the scheduler wants early.",
    source="cicc v13.0 knob inventory",
    readers=("sink<rp-aware>",),
)
SINK_SINGLE_ONLY = Option(
    "sink-single-only",
    True,
    "Sink only values with one use.",
    source="cicc v13.0 knob inventory",
    readers=("sink<rp-aware>",),
)
