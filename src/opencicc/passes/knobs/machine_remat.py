"""Knobs of `nv-remat-block`, rematerialisation on PTX."""

from __future__ import annotations

from opencicc.options.option import Option

NO_MI_REMAT: Option[tuple[str, ...]] = Option(
    "no-mi-remat",
    (),
    "Functions that nv-remat-block leaves alone.",
    source="cicc v13.0 knob inventory",
    readers=("nv-remat-block",),
)
NV_REMAT_BLOCK = Option(
    "nv-remat-block",
    14,
    "Which parts run, as a bit mask; 0: off.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
)
NV_REMAT_MAX_TIMES = Option(
    "nv-remat-max-times",
    10,
    "The most rounds.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
)
NV_REMAT_BLOCK_SINGLE_COST = Option(
    "nv-remat-block-single-cost",
    10,
    "The most one rematerialised value may cost.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
)
NV_REMAT_BLOCK_MAP_SIZE_LIMIT = Option(
    "nv-remat-block-map-size-limit",
    6,
    "The largest candidate map.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
)
NV_REMAT_BLOCK_MAX_COST = Option(
    "nv-remat-block-max-cost",
    100,
    "The most all values of a block may cost.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
)
NV_REMAT_BLOCK_LIVEOUT_MIN_PERCENTAGE = Option(
    "nv-remat-block-liveout-min-percentage",
    70,
    "Share of live-out values that must be reachable.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
    maximum=100,
)
NV_REMAT_BLOCK_LOOP_COST_FACTOR = Option(
    "nv-remat-block-loop-cost-factor",
    20,
    "Cost factor inside loops.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
)
NV_REMAT_BLOCK_LOAD_COST = Option(
    "nv-remat-block-load-cost",
    10,
    "Cost of a load.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
)
NV_REMAT_DEFAULT_MAX_REG = Option(
    "nv-remat-default-max-reg",
    70,
    "Register target where the kernel names none.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=1,
)
NV_REMAT_THRESHOLD_FOR_SPEC_REG = Option(
    "nv-remat-threshold-for-spec-reg",
    20,
    "Pressure from which special-register reads are repeated.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
    minimum=0,
)
ENABLE_NEW_NVVM_REMAT = Option(
    "enable-new-nvvm-remat",
    True,
    "Use the block-wise algorithm.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
)
NV_DISABLE_REMAT = Option(
    "nv-disable-remat",
    False,
    "Run no rematerialisation on PTX.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
)
LOAD_REMAT = Option(
    "load-remat",
    True,
    "Allow loads as candidates.",
    source="cicc v13.0 rematerialization page",
    readers=("nv-remat-block",),
)
