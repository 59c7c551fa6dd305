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
    from collections.abc import Callable

    from opencicc.llvm.ir import Function
    from opencicc.passes.unroll.params import UnrollParams

NEEDS = ("loop-sites", "launch", "live-registers", "snapshot", "flow", "uniformity")
READS = (*knobs.ALL, CHAOS, options.OPT_LEVEL, options.OPTIMIZE_SIZE)


@function_pass(
    "loop-unroll",
    "Unroll loops by the GPU decision engine.",
    params=(
        *("O0", "O1", "O2", "O3", "threshold=*", "count=*", "partial", "no-partial", "runtime", "no-runtime"),
        *("upperbound", "no-upperbound", "profile-peeling", "no-profile-peeling", "peeling", "no-peeling"),
        *("full-unroll-max=*", "late"),
    ),
    when="loops",
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
    return unroll(function, ctx, lambda: params_of(function, ctx))


class KnownParams:
    """The numbers of this run, by the words of a place and whether a function is to be small: most functions share them."""

    def __init__(self) -> None:
        self.made: dict[tuple[tuple[str, ...], bool], UnrollParams] = {}


def params_of(function: Function, ctx: PassContext) -> UnrollParams:
    """The numbers for one function at this place of the pipeline."""
    is_small = any(function.has_attribute(name) for name in ("minsize", "optsize"))
    if ctx.option(knobs.OVERRIDES):  # they name functions
        return make_params(function, ctx, is_small)
    made, key = ctx.memory(KnownParams).made, (ctx.params, is_small)
    if key not in made:
        made[key] = make_params(function, ctx, is_small)
    return made[key]


def make_params(function: Function, ctx: PassContext, is_small: bool) -> UnrollParams:
    level = level_of(ctx.params, ctx.option(options.OPT_LEVEL))
    params = initial_params(ctx.option, level, is_small or ctx.option(options.OPTIMIZE_SIZE))
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


def unroll(function: Function, ctx: PassContext, params: Callable[[], UnrollParams]) -> bool:
    from opencicc.passes.unroll.driver import Unroller

    assumed_size, seed, context = ctx.option(knobs.ASSUMED_SIZE), ctx.option(CHAOS), ctx.module.context
    rng = chaos_generator(seed, function.name, ctx.params) if seed >= 0 else None
    said = len(context.remarks)
    changed = Unroller(function, ctx, params, assumed_size, rng).run()
    del context.remarks[said:]  # LLVM would say of each loop what it did: the decision has its own remark
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
