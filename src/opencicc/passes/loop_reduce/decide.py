"""Which loops of a function strength reduction has to leave alone, from facts alone: imports no LLVM."""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DISCOUNT = 4  # registers; fewer changed no kernel's warps for the better, and cost one of 56 spills
STEP = 8  # of what is alive, one part in so many: steps of occupancy are that far apart, or farther
# Registers that ptxas takes beside those that a thread's values need: of 25 kernels whose loops were once left alone five took
# fewer, and half of them ten and more.
BESIDES = 6
# Counters more that one loop carries from trip to trip: as many additions in each trip, and more instructions than that in front of
# it. depthwise_conv takes 1.27 of its time with ten and no more registers: ptxas does not write out its five trips any more.
MANY_COUNTERS = 8


@record
class LoopShape:
    """What the knobs ask of a loop; trip counts are asked for only where a knob needs them."""

    depth: int
    is_outer: bool
    counts_wide: bool
    uses_shared: bool
    is_countable: bool


@record
class Rules:
    """The knobs of shape."""

    level: int
    skips_outer: bool
    takes_wide: bool
    skips_shared: bool
    skips_unknown: bool

    @property
    def are_idle(self) -> bool:
        """Is every loop of any shape to be reduced?"""
        return self == Rules(0, False, True, False, False)


@record
class LoopTrial:
    """One loop before and after LLVM's reduction of a copy: a thread's registers at its fullest point, extensions inside."""

    before: int
    after: int
    extensions_before: int
    extensions_after: int
    more_counters: int = 0  # carried from trip to trip
    is_outermost: bool = True


@record
class Counts:
    """Registers at a function's fullest point before and after: all that is alive, and what each thread needs of it.

    ptxas reads a kernel's parameters and the fields of structs among them from constant memory, where they are used, and computes
    what follows from them and from the block alone in uniform registers, once for a warp: none of it costs warps.
    """

    before: int
    after: int
    own_before: int
    own_after: int

    @property
    def own_cost(self) -> int:
        return self.own_after - self.own_before


@record
class Trial:
    """The same of a function."""

    counts: Counts
    loops: tuple[LoopTrial, ...]


@record
class Prices:
    """The knobs of pressure."""

    checks: bool
    limit: int
    is_by_loop: bool
    folds_extensions: bool
    credits_extensions: bool
    discount: int


@record
class Spared:
    """Loops by index that are left alone, all of them where `is_whole`, and why."""

    loops: tuple[int, ...] = ()
    is_whole: bool = False
    why: str = ""


NOTHING = Spared()


def by_shape(loop: LoopShape, rules: Rules) -> str:
    """Why a loop of this shape is left alone, or nothing."""
    if rules.level and loop.depth != rules.level:
        return f"its depth is {loop.depth}, lsr-loop-level asks for {rules.level}"
    if rules.skips_outer and loop.is_outer:
        return "it has loops inside"
    if not rules.takes_wide and loop.counts_wide:
        return "it counts in 64 bits"
    if rules.skips_shared and loop.uses_shared:
        return "it accesses shared memory"
    if rules.skips_unknown and not loop.is_countable:
        return "its trip count is not known before it runs"
    return ""


def by_pressure(trial: Trial, prices: Prices, warps: Callable[[int], int]) -> Spared:
    """What to spare so that no warp is lost to strength reduction; `warps` says how many fit with so many registers."""
    folding = tuple(i for i, loop in enumerate(trial.loops) if loop.extensions_after < loop.extensions_before)
    if not prices.folds_extensions and folding:
        return Spared(folding, False, "it would fold an extension into a wider counter")
    if not prices.checks:
        return NOTHING
    credit = sum(_credit(loop) for loop in trial.loops if loop.is_outermost) if prices.credits_extensions else 0
    counts = trial.counts
    after = counts.after - credit
    if after <= prices.limit:  # all warps fit even with what ptxas need not hold
        return NOTHING
    is_lost = costs_warps(counts.before, after, prices, warps)
    crowded = tuple(i for i, loop in enumerate(trial.loops) if loop.more_counters >= MANY_COUNTERS)
    if is_lost and may_cost_a_step(counts, prices, warps):
        kept, left = warps(counts.before), warps(after)
        why = f"reduced loops need {counts.after} registers instead of {counts.before}: {left} warps fit instead of {kept}"
    elif costs_a_step(counts, prices, warps):
        why = f"reduced loops need {counts.own_after} registers of a thread instead of {counts.own_before}: a step of occupancy"
    elif is_lost and crowded:
        more = max(trial.loops[i].more_counters for i in crowded)
        why = f"a reduced loop has {more} counters more, and may cost warps"
    else:
        return NOTHING
    guilty = tuple(i for i, loop in enumerate(trial.loops) if loop.after > loop.before)
    is_single = prices.is_by_loop and 0 < len(guilty) < len(trial.loops)
    return Spared(guilty, False, why) if is_single else Spared((), True, why)


def costs_warps(before: int, after: int, prices: Prices, warps: Callable[[int], int]) -> bool:
    """Do so many registers after reduction instead of before cost more than reduction may?"""
    cost = after - before
    if after <= prices.limit or cost <= 0 or cost < prices.discount:
        return False
    return warps(after) < warps(before)


def costs_a_step(counts: Counts, prices: Prices, warps: Callable[[int], int]) -> bool:
    """Does reduction add as much to what a thread needs as steps of occupancy are apart?

    Estimates are off by more than a step: whether one lies between two of them is chance, how wide the difference is not.
    Nothing is credited for extensions: ptxas multiplies an index of 32 bits into an address of 64.
    """
    return may_cost_a_step(counts, prices, warps) and counts.own_cost * STEP >= counts.own_before


def may_cost_a_step(counts: Counts, prices: Prices, warps: Callable[[int], int]) -> bool:
    """Does reduction add to what a thread needs, where a step of occupancy can be missed?"""
    taken = counts.own_after + BESIDES
    if taken <= prices.limit or counts.own_cost <= 0 or counts.own_cost < prices.discount:
        return False
    return warps(taken) < warps(prices.limit)


def _credit(loop: LoopTrial) -> int:
    return max(0, loop.extensions_before - loop.extensions_after)
