"""Knobs of `nv-loop-reduce`, loop strength reduction that minds register pressure."""

from __future__ import annotations

from opencicc.options.option import Option

DO_LSR_64_BIT = Option(
    "do-lsr-64-bit",
    True,
    "Reduce 64-bit induction variables.",
    source="cicc v13.0 knob inventory: on from sm_70",
    readers=("nv-loop-reduce",),
)
DISABLE_UNKNOWN_TRIP_LSR = Option(
    "disable-unknown-trip-lsr",
    False,
    "Leave loops of unknown trip count alone.",
    source="cicc v13.0 knob inventory",
    readers=("nv-loop-reduce",),
)
LSR_CHECK_RP = Option(
    "lsr-check-rp",
    True,
    "Weigh register pressure.",
    source="cicc v13.0 knob inventory (medium confidence)",
    readers=("nv-loop-reduce",),
)
LSR_RP_LIMIT = Option(
    "lsr-rp-limit",
    64,
    "Pressure above which a loop is left alone.",
    source="cicc v13.0 knob inventory (32 to 64, low confidence)",
    readers=("nv-loop-reduce",),
    minimum=0,
)
FILTER_BAD_FORMULA = Option(
    "filter-bad-formula",
    True,
    "Drop formulas that need more registers.",
    source="cicc v13.0 knob inventory (medium confidence)",
    readers=("nv-loop-reduce",),
)
LSR_SXTOPT = Option(
    "lsr-sxtopt",
    True,
    "Fold sign extensions into induction variables.",
    source="cicc v13.0 knob inventory (medium confidence)",
    readers=("nv-loop-reduce",),
)
COUNT_SXT_OPT_FOR_REG_PRESSURE = Option(
    "count-sxt-opt-for-reg-pressure",
    True,
    "Count folded sign extensions in the pressure.",
    source="cicc v13.0 knob inventory (medium confidence)",
    readers=("nv-loop-reduce",),
)
LSR_LOOP_LEVEL = Option(
    "lsr-loop-level",
    0,
    "Only loops of this depth: 0 all.",
    source="cicc v13.0 knob inventory",
    readers=("nv-loop-reduce",),
    minimum=0,
)
LSR_SKIP_OUTER_LOOP = Option(
    "lsr-skip-outer-loop",
    False,
    "Leave outer loops alone.",
    source="cicc v13.0 knob inventory",
    readers=("nv-loop-reduce",),
)
DISABLE_LSR_FOR_SHAREDMEM32_PTR = Option(
    "disable-lsr-for-sharedmem32-ptr",
    False,
    "Leave 32-bit shared-memory pointers alone.",
    source="cicc v13.0 knob inventory",
    readers=("nv-loop-reduce",),
)
DISABLE_LSR_COMPLEXITY_DISCOUNT = Option(
    "disable-lsr-complexity-discount",
    False,
    "No discount for simple formulas.",
    source="cicc v13.0 knob inventory",
    readers=("nv-loop-reduce",),
)
DO_SIGN_EXT_EXPAND = Option(
    "do-sign-ext-expand",
    False,
    "Expand sign extensions when building scalar evolution.",
    source="cicc v13.0 knob inventory",
    readers=("nv-loop-reduce",),
)
DO_SIGN_EXT_SIMPLIFY = Option(
    "do-sign-ext-simplify",
    False,
    "Simplify scalar evolution of sign extensions.",
    source="our choice: the sources give no default",
    readers=("nv-loop-reduce",),
)
