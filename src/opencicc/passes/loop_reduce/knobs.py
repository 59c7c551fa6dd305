"""The knobs of nv-loop-reduce: those that the published inventory names. The limit and the discount are measured."""

from __future__ import annotations

from opencicc.options.option import Option

_INVENTORY = "cicc v13.0 knob inventory"

CHECK_PRESSURE = Option(
    "lsr-check-rp",
    True,
    "Leave loops alone whose strength reduction would cost resident warps.",
    source=f"{_INVENTORY} (medium confidence)",
)
PRESSURE_LIMIT = Option(
    "lsr-rp-limit",
    32,
    "Registers up to which strength reduction may cost what it likes.",
    source=f"{_INVENTORY} (32 to 64, low confidence); with 32 registers all warps of an sm_90 fit",
    minimum=0,
)
FILTER_BAD = Option(
    "filter-bad-formula",
    True,
    "Look for single loops whose reduction costs the registers; 0: all loops of the function or none.",
    source=f"{_INVENTORY} (medium confidence)",
)
FOLD_EXTENSIONS = Option(
    "lsr-sxtopt",
    True,
    "Let strength reduction fold extensions of a counter into a wider one; 0: leave such loops alone.",
    source=f"{_INVENTORY} (medium confidence)",
)
CREDIT_EXTENSIONS = Option(
    "count-sxt-opt-for-reg-pressure",
    True,
    "Credit one register for each extension that strength reduction takes out of a loop.",
    source=f"{_INVENTORY} (medium confidence)",
)
NO_DISCOUNT = Option(
    "disable-lsr-complexity-discount",
    False,
    "Count every register: by default fewer than four are a fair price for fewer instructions.",
    source=_INVENTORY,
)
WIDE = Option(
    "do-lsr-64-bit",
    True,
    "Reduce loops that count in 64 bits.",
    source=f"{_INVENTORY}: on from sm_70",
)
NO_UNKNOWN_TRIPS = Option(
    "disable-unknown-trip-lsr",
    False,
    "Leave loops alone whose trip count can't be computed before they run.",
    source=_INVENTORY,
)
LEVEL = Option(
    "lsr-loop-level",
    0,
    "Reduce loops of this nesting depth only: 1 is outermost, 0 all.",
    source=_INVENTORY,
    minimum=0,
)
SKIP_OUTER = Option("lsr-skip-outer-loop", False, "Leave loops with loops inside alone.", source=_INVENTORY)
NO_SHARED = Option(
    "disable-lsr-for-sharedmem32-ptr",
    False,
    "Leave loops alone that access shared memory, whose addresses fit 32 bits.",
    source=_INVENTORY,
)
SHARED_INDEX = Option(
    "lsr-shared-index",
    0,
    "Leave innermost loops alone that index so many arrays and more by one counter of 32 bits; 0: reduce them.",
    source="our choice: not timed",
    minimum=0,
)

ALL = (
    *(CHECK_PRESSURE, PRESSURE_LIMIT, FILTER_BAD, FOLD_EXTENSIONS, CREDIT_EXTENSIONS, NO_DISCOUNT),
    *(WIDE, NO_UNKNOWN_TRIPS, LEVEL, SKIP_OUTER, NO_SHARED, SHARED_INDEX),
)
