"""Knobs of the address passes: `scev-cgp`, `common-base-elim`, `base-address-sr`, `normalize-gep`."""

from __future__ import annotations

from opencicc.options.option import Option

NV_DISABLE_SCEV_CGP = Option(
    "nv-disable-scev-cgp",
    True,
    "Run no scev-cgp, whatever do-scev-cgp says.",
    source="cicc v13.0 knob inventory",
    readers=(
        "scev-cgp",
        "common-base-elim",
    ),
)
DO_SCEV_CGP = Option(
    "do-scev-cgp",
    False,
    "Rewrite addresses by their scalar evolution before code generation.",
    source="cicc v13.0 knob inventory",
    readers=(
        "scev-cgp",
        "common-base-elim",
    ),
)
DO_SCEV_CGP_AGGRESIVELY = Option(
    "do-scev-cgp-aggresively",
    False,
    "Search wider (spelling as in the product).",
    source="cicc v13.0 knob inventory",
    readers=("scev-cgp",),
)
DO_FUNCTION_SCEV_CGP = Option(
    "do-function-scev-cgp",
    False,
    "Work on the whole function.",
    source="cicc v13.0 knob inventory",
    readers=("scev-cgp",),
)
SCEV_CGP_CONTROL = Option(
    "scev-cgp-control",
    -1,
    "The most rewrites: -1 no limit.",
    source="our choice: the value of a sibling tool; the sources give none",
    readers=("scev-cgp",),
    minimum=-1,
)
SCEV_CGP_CROSS_BLOCK_LIMIT = Option(
    "scev-cgp-cross-block-limit",
    8,
    "The most common bases taken from one block.",
    source="our choice: the value of a sibling tool; the sources give none",
    readers=(
        "scev-cgp",
        "common-base-elim",
    ),
    minimum=0,
)
SCEV_CGP_IDOM_LEVEL_LIMIT = Option(
    "scev-cgp-idom-level-limit",
    3,
    "Dominator levels walked up.",
    source="our choice: the value of a sibling tool; the sources give none",
    readers=(
        "scev-cgp",
        "common-base-elim",
    ),
    minimum=0,
)
SCEV_CGP_INST_LIMIT = Option(
    "scev-cgp-inst-limit",
    500,
    "Instructions looked at per parameter.",
    source="our choice: the value of a sibling tool; the sources give none",
    readers=("scev-cgp",),
    minimum=0,
)
SCEV_CGP_TID_MAX_VALUE = Option(
    "scev-cgp-tid-max-value",
    4096,
    "Bound assumed for thread numbers.",
    source="our choice: the value of a sibling tool; the sources give none",
    readers=("scev-cgp",),
    minimum=0,
)
SCEV_CGP_CHECK_LATENCY = Option(
    "scev-cgp-check-latency",
    0,
    "Latency a rewrite has to save.",
    source="our choice: the sources give no default",
    readers=("scev-cgp",),
    minimum=0,
)
SCEV_CGP_NORM = Option(
    "scev-cgp-norm",
    0,
    "Normalisation of expressions.",
    source="our choice: the sources give no default",
    readers=("scev-cgp",),
    minimum=0,
)
SCEV_CGP_OLD_BASE = Option(
    "scev-cgp-old-base",
    False,
    "Keep the base an address had.",
    source="cicc v13.0 knob inventory",
    readers=("scev-cgp",),
)
DUMP_SCEV_CGP = Option(
    "dump-scev-cgp", False, "Print scev-cgp's rewrites.", source="cicc v13.0 knob inventory", readers=("scev-cgp",)
)
DO_BASE_ADDRESS_STRENGTH_REDUCE = Option(
    "do-base-address-strength-reduce",
    0,
    "Share loop address bases: 0 off, 1 always, 2 with conditions.",
    source="cicc v13.0 knob inventory (the pass page has 2)",
    readers=("base-address-sr",),
    minimum=0,
    maximum=2,
)
DO_BASE_ADDRESS_STRENGTH_REDUCE_CHAIN = Option(
    "do-base-address-strength-reduce-chain",
    True,
    "Also chains of dependent addresses.",
    source="cicc v13.0 base-address page",
    readers=("base-address-sr",),
)
BASE_ADDRESS_STRENGTH_REDUCE_IV_LIMIT = Option(
    "base-address-strength-reduce-iv-limit",
    8,
    "The most new induction variables per loop.",
    source="our choice: the sources give no default",
    readers=("base-address-sr",),
    minimum=0,
)
BASE_ADDRESS_STRENGTH_REDUCE_MAX_IV = Option(
    "base-address-strength-reduce-max-iv",
    16,
    "Leave loops with more induction variables alone.",
    source="our choice: the sources give no default",
    readers=("base-address-sr",),
    minimum=0,
)
DUMP_BASE_ADDRESS_STRENGTH_REDUCE = Option(
    "dump-base-address-strength-reduce",
    0,
    "Print base-address-sr's groups.",
    source="cicc v13.0 knob inventory",
    readers=("base-address-sr",),
    minimum=0,
)
NORMALIZE_GEP = Option(
    "normalize-gep",
    False,
    "Bring 64-bit subscripts into one form.",
    source="cicc v13.0 knob inventory",
    readers=("normalize-gep",),
)
DUMP_NORMALIZE_GEP = Option(
    "dump-normalize-gep",
    False,
    "Print normalize-gep's rewrites.",
    source="cicc v13.0 knob inventory",
    readers=("normalize-gep",),
)
