"""Knobs of `remat`, IR-level rematerialisation, with induction-variable demotion and live-out simplification."""

from __future__ import annotations

from opencicc.options.option import Option

NO_REMAT: Option[tuple[str, ...]] = Option(
    "no-remat", (), "Functions that remat leaves alone.", source="cicc v13.0 knob inventory", readers=("remat",)
)
REMAT_IV = Option(
    "remat-iv",
    4,
    "Demote induction variables: 0 off, 4 full.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
    maximum=4,
)
REMAT_LOAD = Option(
    "remat-load",
    1,
    "Rematerialise loads: 0 off, 1 on.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
    maximum=1,
)
REMAT_ADD = Option(
    "remat-add",
    0,
    "Factor adds and address computations: 0 off.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
)
REMAT_SINGLE_COST_LIMIT = Option(
    "remat-single-cost-limit",
    6000,
    "The most that recomputing one live-in value may cost.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
)
REMAT_GEP_COST = Option(
    "remat-gep-cost",
    6000,
    "The most that recomputing an address may cost.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
)
REMAT_LOOP_TRIP = Option(
    "remat-loop-trip",
    20,
    "Trip count assumed for loops whose count is unknown.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=1,
)
REMAT_USE_LIMIT = Option(
    "remat-use-limit",
    10,
    "The most uses a candidate may have.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
)
REMAT_MAX_LIVE_LIMIT = Option(
    "remat-max-live-limit",
    10,
    "Limit on live-in values in the search for candidates.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
)
REMAT_MAXREG_CEILING = Option(
    "remat-maxreg-ceiling",
    0,
    "Register count to aim for at most; 0: none.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
)
REMAT_FOR_OCC = Option(
    "remat-for-occ",
    120,
    "Occupancy-driven register target.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
)
REMAT_LLI_FACTOR = Option(
    "remat-lli-factor",
    10,
    "Weight of long-latency instructions in the cost.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
)
REMAT_IGNORE_SINGLE_COST = Option(
    "remat-ignore-single-cost",
    False,
    "Do not filter candidates by their own cost.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
)
REMAT_MOVE = Option(
    "remat-move",
    False,
    "Also rematerialise plain moves.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
)
REMAT_LOAD_PARAM = Option(
    "remat-load-param",
    False,
    "Also rematerialise loads of constant kernel parameters.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
)
SIMPLIFY_LIVE_OUT = Option(
    "simplify-live-out",
    2,
    "Simplify values live out of loops: 0 off, 2 full.",
    source="cicc v13.0 rematerialization page",
    readers=("remat",),
    minimum=0,
    maximum=2,
)
DUMP_REMAT = Option(
    "dump-remat",
    0,
    "Print decisions: 1 candidates, 2 block live-ins, 4 pull-in costs.",
    source="cicc v13.0 knob inventory",
    readers=("remat",),
    minimum=0,
)
DUMP_REMAT_ADD = Option(
    "dump-remat-add", 0, "Print add factoring.", source="cicc v13.0 knob inventory", readers=("remat",), minimum=0
)
DUMP_REMAT_IV = Option(
    "dump-remat-iv",
    0,
    "Print induction-variable demotion.",
    source="cicc v13.0 knob inventory",
    readers=("remat",),
    minimum=0,
)
DUMP_REMAT_LOAD = Option(
    "dump-remat-load",
    0,
    "Print load rematerialisation.",
    source="cicc v13.0 knob inventory",
    readers=("remat",),
    minimum=0,
)
DUMP_SIMPLIFY_LIVE_OUT = Option(
    "dump-simplify-live-out",
    False,
    "Print live-out simplification.",
    source="cicc v13.0 knob inventory",
    readers=("remat",),
)
