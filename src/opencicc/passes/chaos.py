"""The knob of random decisions, for tests: any legal decision must leave a kernel's results alone."""

from __future__ import annotations

from opencicc.options.option import Option

CHAOS = Option(
    "chaos",
    -1,
    "Replace the decisions of inlining and unrolling by random legal ones of this seed (-1: decide as usual).",
    source="our choice; used by the fuzzer",
    minimum=-1,
    metavar="SEED",
)
