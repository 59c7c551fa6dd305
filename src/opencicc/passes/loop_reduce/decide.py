"""Which loops of a function strength reduction has to leave alone, from facts alone: imports no LLVM."""

from __future__ import annotations

from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DISCOUNT = 4  # registers; fewer changed no kernel's warps for the better, and cost one of 56 spills
STEP = 8  # of what is alive, one part in so many: steps of occupancy are that far apart, or farther


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
    """One loop before and after LLVM's reduction of a copy: registers at its fullest point, extensions inside."""

    before: int
    after: int
    extensions_before: int
    extensions_after: int
    is_outermost: bool = True


@record
class Counts:
    """Registers at a function's fullest point before and after: all that is alive, and what ptxas has to hold of it.

    It reads a kernel's parameters and the fields of structs among them from constant memory, where they are used.
    """

    before: int
    after: int
    held_before: int
    held_after: int


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
    if costs_warps(counts.before, counts.after - credit, prices, warps):
        kept, left = warps(counts.before), warps(counts.after - credit)
        why = f"reduced loops need {counts.after} registers instead of {counts.before}: {left} warps fit instead of {kept}"
    elif costs_a_step(counts, prices, warps):
        more = f"{counts.held_after} registers instead of {counts.held_before}, parameters aside"
        why = f"reduced loops need {more}: a step of occupancy, wherever it is"
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
    """Does reduction add as much to what is held as steps of occupancy are apart?

    Estimates are off by more than a step: whether one lies between two of them is chance, how wide the difference is not.
    Nothing is credited for extensions: ptxas multiplies an index of 32 bits into an address of 64.
    """
    cost = counts.held_after - counts.held_before
    if counts.held_after <= prices.limit or cost < prices.discount or cost * STEP < counts.held_before:
        return False
    return warps(counts.held_after) < warps(prices.limit)


def _credit(loop: LoopTrial) -> int:
    return max(0, loop.extensions_before - loop.extensions_after)
