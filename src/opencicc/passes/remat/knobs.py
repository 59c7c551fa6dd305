"""The knobs of remat, and their values as one frozen object: what facts and decisions read."""

from __future__ import annotations

from opencicc.options.option import SHOWS, Option
from opencicc.options.remat import DEFAULT_MAX_REG, LEAST_CLIFF
from opencicc.options.toggles import DO_REMAT
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.api import PassContext

_PAGE = "cicc v13.0 rematerialization page"
_LIST = "cicc v13.0 knob inventory"
FULL = 3  # of do-remat

NO_REMAT: Option[tuple[str, ...]] = Option("no-remat", (), "Functions that remat leaves alone.", source=_LIST)
REMAT_IV = Option(
    "remat-iv",
    4,
    "Demote induction variables: 0 off, 1 those used in one block, 2 and tested at the loop's end, 3 and used in other "
    "blocks, 4 and by phis and behind the loop, 5 also where no register is short.",
    source=_PAGE,
    minimum=0,
    maximum=5,
)
REMAT_LOAD = Option("remat-load", 1, "Rematerialise loads: 0 off, 1 on.", source=_PAGE, minimum=0, maximum=1)
REMAT_ADD = Option(
    "remat-add",
    0,
    "Factor sums: 0 off, 1 products with a common factor, 2 also addresses with a common part.",
    source=_PAGE,
    minimum=0,
    maximum=2,
)
SINGLE_COST = Option(
    "remat-single-cost-limit", 6000, "The most that recomputing one live-in value may cost.", source=_PAGE, minimum=0
)
GEP_COST = Option("remat-gep-cost", 6000, "The most that recomputing an address may cost.", source=_PAGE, minimum=0)
LOOP_TRIP = Option(
    "remat-loop-trip", 20, "Trip count assumed for loops whose count is unknown.", source=_PAGE, minimum=1
)
USE_LIMIT = Option("remat-use-limit", 10, "The most uses a candidate may have.", source=_PAGE, minimum=0)
MAX_LIVE_LIMIT = Option(
    "remat-max-live-limit",
    10,
    "Values alive at a block's fullest place up to which the block is left alone.",
    source=f"{_PAGE}, which does not say what is limited: our reading",
    minimum=0,
)
MAXREG_CEILING = Option(
    "remat-maxreg-ceiling", 0, "Registers to aim at where more are alive; 0: no ceiling.", source=_PAGE, minimum=0
)
FOR_OCC = Option(
    "remat-for-occ",
    120,
    "Aim at steps of occupancy of which at most so many percent are alive; 0: aim at 80 % of what is alive.",
    source=f"{_PAGE}, which does not say what 120 is: our reading",
    minimum=0,
)
LLI_FACTOR = Option("remat-lli-factor", 10, "Weight of long-latency instructions in the cost.", source=_PAGE, minimum=0)
IGNORE_SINGLE_COST = Option(
    "remat-ignore-single-cost", False, "Do not filter candidates by their own cost.", source=_PAGE
)
MOVE = Option("remat-move", False, "Also rematerialise plain moves: casts that change no bit.", source=_PAGE)
LOAD_PARAM = Option("remat-load-param", False, "Also rematerialise loads of constant kernel parameters.", source=_PAGE)
MAX_DEPTH = Option(
    "max-recurse-depth",
    5,
    "The longest chain of definitions that one rematerialised value may need.",
    source=f"{_PAGE}, without a default: our choice",
    minimum=0,
)
SIMPLIFY_LIVE_OUT = Option(
    "simplify-live-out",
    2,
    "Simplify what blocks hand on: 0 off, 1 bits, 2 also sums, 3 also tests of what nobody else needs.",
    source=_PAGE,
    minimum=0,
    maximum=3,
)
EARLY = Option(
    "remat-early",
    False,
    "Run remat at its published places too, in front of passes that merge clones again.",
    source="our choice: clones made there do not reach the PTX",
)
DUMP = Option(
    "dump-remat",
    0,
    "Print decisions: 1 targets and rounds, 2 live-ins of blocks, 3 candidates, 4 pull-in costs.",
    source=_LIST,
    minimum=0,
    uses=(SHOWS,),
)
DUMP_ADD = Option("dump-remat-add", 0, "Print add factoring.", source=_LIST, minimum=0, uses=(SHOWS,))
DUMP_IV = Option("dump-remat-iv", 0, "Print induction-variable demotion.", source=_LIST, minimum=0, uses=(SHOWS,))
DUMP_LOAD = Option("dump-remat-load", 0, "Print load rematerialisation.", source=_LIST, minimum=0, uses=(SHOWS,))
DUMP_LIVE_OUT = Option("dump-simplify-live-out", False, "Print live-out simplification.", source=_LIST, uses=(SHOWS,))
ALL = (
    DO_REMAT, NO_REMAT, REMAT_IV, REMAT_LOAD, REMAT_ADD, SINGLE_COST, GEP_COST, LOOP_TRIP, USE_LIMIT, MAX_LIVE_LIMIT,
    MAXREG_CEILING, FOR_OCC, LLI_FACTOR, IGNORE_SINGLE_COST, MOVE, LOAD_PARAM, MAX_DEPTH, SIMPLIFY_LIVE_OUT, EARLY, DUMP,
    DUMP_ADD, DUMP_IV, DUMP_LOAD, DUMP_LIVE_OUT, DEFAULT_MAX_REG, LEAST_CLIFF,
)  # fmt: skip


@record
class Knobs:
    """What surveys and decisions ask; defaults are those of the options."""

    level: int = FULL
    splits: bool = True  # lives may be split inside blocks
    near: int = 64  # instructions: readers so close to each other share one clone (docs/rematerialization.md)
    loads: bool = True
    parameter_loads: bool = False
    moves: bool = False
    max_depth: int = 5
    single_cost: int = 6000
    gep_cost: int = 6000
    loop_trip: int = 20
    use_limit: int = 10
    max_live_limit: int = 10
    lli_factor: int = 10
    ignores_single_cost: bool = False


def knobs_of(ctx: PassContext, *, splits: bool, near: int) -> Knobs:
    return Knobs(
        near=near,
        level=ctx.option(DO_REMAT),
        splits=splits and ctx.option(DO_REMAT) >= FULL,
        loads=ctx.option(REMAT_LOAD) > 0,
        parameter_loads=ctx.option(LOAD_PARAM),
        moves=ctx.option(MOVE),
        max_depth=ctx.option(MAX_DEPTH),
        single_cost=ctx.option(SINGLE_COST),
        gep_cost=ctx.option(GEP_COST),
        loop_trip=ctx.option(LOOP_TRIP),
        use_limit=ctx.option(USE_LIMIT),
        max_live_limit=ctx.option(MAX_LIVE_LIMIT),
        lli_factor=ctx.option(LLI_FACTOR),
        ignores_single_cost=ctx.option(IGNORE_SINGLE_COST),
    )
