"""Knobs of `branch-dist`, the dataflow elimination of dead barriers."""

from __future__ import annotations

from opencicc.options.option import Option

NO_BRANCH_DIST: Option[tuple[str, ...]] = Option(
    "no-branch-dist",
    (),
    "Functions that branch-dist leaves alone.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
)
BRANCH_DIST = Option(
    "branch-dist",
    False,
    "Run branch-dist and basic-dbe.",
    source="measured: nvcc 13.0 keeps every barrier of ten probe kernels",
    readers=(
        "branch-dist",
        "basic-dbe",
    ),
)
BRANCH_DIST_FUNC_LIMIT = Option(
    "branch-dist-func-limit",
    -1,
    "The most functions processed: -1 no limit.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
    minimum=-1,
)
BRANCH_DIST_BLOCK_LIMIT = Option(
    "branch-dist-block-limit",
    -1,
    "The most blocks processed per function: -1 no limit.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
    minimum=-1,
)
BRANCH_DIST_NORM = Option(
    "branch-dist-norm",
    0,
    "Meet of the dataflow: 0 OR; another value would be AND, which is unsound.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
    minimum=0,
    maximum=0,
)
IGNORE_CALL_SAFETY = Option(
    "ignore-call-safety",
    False,
    "Take calls as free of memory access whatever their attributes say.",
    source="our choice: cicc has true, which is unsound",
    readers=("branch-dist",),
)
IGNORE_VARIANCE_COND = Option(
    "ignore-variance-cond",
    0,
    "Ignore divergent conditions: 0 no.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
    minimum=0,
)
IGNORE_ADDRESS_SPACE_CHECK = Option(
    "ignore-address-space-check",
    0,
    "Ignore an access's space: 0 no.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
    minimum=0,
)
IGNORE_PHI_OVERHEAD = Option(
    "ignore-phi-overhead",
    0,
    "Ignore the cost of phis: 0 no.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
    minimum=0,
)
DISABLE_COMPLEX_BRANCH_DIST = Option(
    "disable-complex-branch-dist",
    0,
    "Stay inside one block: 0 no.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
    minimum=0,
)
DUMP_BRANCH_DIST = Option(
    "dump-branch-dist",
    False,
    "Print what branch-dist found.",
    source="cicc v13.0 knob inventory",
    readers=("branch-dist",),
)
