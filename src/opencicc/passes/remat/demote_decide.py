"""Which values a counter takes, and by that whether 32 bits hold it. No LLVM here."""

from __future__ import annotations

from opencicc.passes.remat.ranges import SIGNED_32, UNSIGNED_32, Range
from opencicc.record import record

UPWARD = ("slt", "sle", "ult", "ule")
DOWNWARD = ("sgt", "sge", "ugt", "uge")


@record
class Counting:
    """A loop's counter: where it starts, its step, and the test at the latch under which the loop goes on."""

    start: Range
    step: int
    predicate: str
    bound: Range
    tests_next: bool


def values_of(counting: Counting) -> Range | None:
    """All values of the counter and of its successor while the loop runs; None where that can't be told."""
    step, start, bound = counting.step, counting.start, counting.bound
    if not step:
        return None
    if step < 0:
        mirrored = values_of(_mirror(counting))
        return Range(-mirrored.high, -mirrored.low) if mirrored else None
    if counting.predicate == "ne":
        # Only a step of one can't jump over the bound, and only a bound ahead is met before the counter wraps.
        ahead = bound.low - start.high - (step if counting.tests_next else 0)
        if step != 1 or ahead < 0:
            return None
        last = bound.high if counting.tests_next else bound.high + 1
        return Range(start.low, max(last, start.high + 1))
    if counting.predicate not in UPWARD:
        return None
    if counting.predicate.startswith("u") and (start.low < 0 or bound.low < 0):
        return None  # as unsigned numbers these are huge
    last_good = bound.high if counting.predicate.endswith("e") else bound.high - 1
    last = (
        last_good if counting.tests_next else last_good + step
    )  # of the counter itself, one step behind its successor
    return Range(start.low, max(start.high, last) + step)


def _mirror(counting: Counting) -> Counting:
    swapped = {"sgt": "slt", "sge": "sle", "ne": "ne"}  # unsigned tests downward: none that could be proved
    return Counting(
        Range(-counting.start.high, -counting.start.low),
        -counting.step,
        swapped.get(counting.predicate, ""),
        Range(-counting.bound.high, -counting.bound.low),
        counting.tests_next,
    )


def extension_for(values: Range | None) -> str:
    """How 32 bits that hold these values become 64 again: `sext`, `zext`, or '' where they don't fit."""
    if values is None:
        return ""
    if values.is_within(*SIGNED_32):
        return "sext"
    return "zext" if values.is_within(*UNSIGNED_32) else ""
