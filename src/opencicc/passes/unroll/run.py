"""`loop-unroll`: unroll the loops of a function by the cascade of decide.py.

    for (i = 0; i < 8; ++i)      =>    s += a[0]; s += a[1]; ... s += a[7];
      s += a[i];

What it reads is in facts.py, what it may spend in params.py. Parameters of a step are the seven arguments of the
published factory: level, threshold, count, partial, runtime, upperbound, profile-peeling; `late` marks the second
place in the pipeline, which at O1 leaves copies to the first.
"""

from __future__ import annotations

from opencicc.errors import UsageError
from opencicc.llvm.services import services
from opencicc.options import driver as options
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.chaos import CHAOS
from opencicc.passes.places import PUBLISHED
from opencicc.passes.unroll import knobs
from opencicc.passes.unroll.params import (
    SWITCHES,
    by_document,
    for_late_place,
    initial_params,
    level_of,
    with_overrides,
    with_words,
)
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random

    from opencicc.llvm.ir import Function
    from opencicc.passes.api import OptionReader
    from opencicc.passes.unroll.memo import Decider
    from opencicc.passes.unroll.params import UnrollParams

NEEDS = ("loop-sites", "launch", "live-registers", "snapshot", "flow", "uniformity")
READS = (*knobs.ALL, CHAOS, options.OPT_LEVEL, options.OPTIMIZE_SIZE)


def settled_prints(functions: list[Function], ctx: PassContext) -> dict[int, int] | None:
    """By function the print of its loops, if this place would leave them alone."""
    from opencicc.passes.unroll.settled import SettledLoops

    settled, prints = ctx.memory(SettledLoops), dict[int, int]()
    if ctx.option(knobs.DECISIONS) == "llvm":
        return None
    for function in functions:
        name = function.name
        if settled.is_known(name):
            seen = settled.print_by(name, decider_of(function, ctx, only_full=False).params)
            if not seen:
                return None  # it is looked at anyway
            prints[function.ref] = seen
    return prints or None


@function_pass(
    "loop-unroll",
    "Unroll loops by the GPU decision engine.",
    params=(
        *("O0", "O1", "O2", "O3", "threshold=*", "count=*", "partial", "no-partial", "runtime", "no-runtime"),
        *("upperbound", "no-upperbound", "profile-peeling", "no-profile-peeling", "peeling", "no-peeling"),
        *("full-unroll-max=*", "late"),
    ),
    when="loops",
    ahead=settled_prints,
    guard="!1360",
    places=PUBLISHED,
    reads=READS,
    needs=NEEDS,
)
def run(function: Function, ctx: PassContext) -> bool:
    if ctx.option(knobs.DECISIONS) == "llvm":
        level = level_of(ctx.params, ctx.option(options.OPT_LEVEL))
        words = [word for word in ctx.params if word.startswith("no-") or word in SWITCHES]
        return let_llvm_decide(function, ctx, f"loop-unroll<{';'.join([f'O{level}', *words])}>")
    return unroll(function, ctx)


class KnownParams:
    """What was made of the same settings: compiles and functions share it, and the places start from the same numbers."""

    def __init__(self) -> None:
        # By whether the level is O2 at least, and whether a function is to be small.
        self.initial: dict[tuple[bool, bool], UnrollParams] = {}
        # By the words of a place, whether it is the early one, and whether a function is to be small.
        self.deciders: dict[tuple[tuple[str, ...], bool, bool], Decider] = {}


class ParamsOfRun:
    """Those of this run; to find them costs more than to use them."""

    known: KnownParams | None = None


MOST_SETTINGS = 64
_by_settings: dict[tuple[object, ...], KnownParams] = {}


def settings_read(options: OptionReader) -> tuple[tuple[str, object], ...]:
    return options.settings_of(READS)


def known_params(ctx: PassContext) -> KnownParams:
    mine = ctx.memory(ParamsOfRun)
    if mine.known is None:
        if len(_by_settings) >= MOST_SETTINGS:
            _by_settings.clear()
        key = (ctx.kept(settings_read), services().can_unroll_directly, services().can_peel)
        mine.known = _by_settings.setdefault(key, KnownParams())
    return mine.known


def decider_of(function: Function, ctx: PassContext, *, only_full: bool) -> Decider:
    """Decides for one function at this place of the pipeline."""
    is_small = function.has_enum_attribute("minsize") or function.has_enum_attribute("optsize")
    if ctx.option(knobs.OVERRIDES):  # they name functions
        return make_decider(function, ctx, is_small, only_full)
    made, key = known_params(ctx).deciders, (ctx.params, only_full, is_small)
    found = made.get(key)
    if found is None:
        found = made[key] = make_decider(function, ctx, is_small, only_full)
    return found


def make_decider(function: Function, ctx: PassContext, is_small: bool, only_full: bool) -> Decider:
    from opencicc.passes.unroll.memo import Decider

    params = make_params(function, ctx, is_small)
    return Decider(replace(params, only_full=True, allow_upper_bound=False) if only_full else params)


def make_params(function: Function, ctx: PassContext, is_small: bool) -> UnrollParams:
    level = level_of(ctx.params, ctx.option(options.OPT_LEVEL))
    known, start = known_params(ctx).initial, (level >= 2, is_small)
    if start not in known:
        known[start] = initial_params(ctx.option, level, is_small or ctx.option(options.OPTIMIZE_SIZE))
    params = known[start]
    if ctx.option(knobs.DECISIONS) == "document":
        params = by_document(params)
    if "late" in ctx.params:
        params = for_late_place(params, level)
    params = with_overrides(with_words(params, ctx.params), ctx.option(knobs.OVERRIDES), function.name)
    if params.straight_remainder and not services().can_unroll_directly:
        params = replace(params, straight_remainder=0)
    if params.peel_count > 0 and not services().can_peel:
        raise UsageError(
            f"{knobs.PEEL_COUNT.name}={params.peel_count} can't be had: only the native helper peels a given number of trips",
            at=f"function {function.name}",
            fix=f"build the helper (`opencicc --version` says why there is none), or set {knobs.PEEL_COUNT.name} to 0 or -1",
        )
    return params


def unroll(function: Function, ctx: PassContext, *, only_full: bool = False) -> bool:
    """Most functions have no loops, or none that are not settled: they are left before anything is made for them."""
    from opencicc.passes.unroll.facts import LoopSites
    from opencicc.passes.unroll.settled import SettledLoops

    name, settled, assumed_size = function.name, ctx.memory(SettledLoops), ctx.option(knobs.ASSUMED_SIZE)
    decider = decider_of(function, ctx, only_full=only_full) if settled.is_known(name) else None
    known_print = settled.print_by(name, decider.params) if decider is not None else 0
    loops = ctx.analysis(LoopSites, function, assumed_size, known_print)
    if not loops.found:
        return False
    from opencicc.passes.unroll.driver import Unroller

    decider = decider or decider_of(function, ctx, only_full=only_full)
    seed, remarks = ctx.option(CHAOS), ctx.module.context.remarks
    rng = chaos_generator(seed, name, ctx.params) if seed >= 0 else None
    said = len(remarks)
    changed = Unroller(function, name, ctx, decider, assumed_size, rng).run(loops)
    del remarks[said:]  # LLVM would say of each loop what it did: the decision has its own remark
    return changed


def chaos_generator(seed: int, function_name: str, params: tuple[str, ...]) -> random.Random:
    """The same decisions for the same seed, whatever else is compiled."""
    import random

    return random.Random(f"{seed} {function_name} {params}")


def let_llvm_decide(function: Function, ctx: PassContext, passes: str) -> bool:
    """LLVM's own pass in the place of ours. Whether it changed anything only the text tells."""
    from opencicc.llvm.function_passes import run_on_function

    before = function.text
    run_on_function(function, passes, ctx.machine.ref)
    return function.text != before
