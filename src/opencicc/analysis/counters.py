"""How often a loop runs, from its induction variable alone: for compiles without the native helper.

    header:  i = phi [start, entry], [next, latch]
    latch:   next = i + step;  leave unless (i or next) PREDICATE bound

Start, step and bound have to be constants for a trip count. Nothing is claimed where the variable might wrap around
before the loop is left, except for != with a step that meets the bound exactly.
"""

from __future__ import annotations

from opencicc.llvm.integers import signed
from opencicc.record import record

SIGNED = ("slt", "sle", "sgt", "sge")
NEGATED = {
    "eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt",
    "ult": "uge", "uge": "ult", "ugt": "ule", "ule": "ugt",
}  # fmt: skip
SWAPPED = {
    "eq": "eq", "ne": "ne", "slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle",
    "ult": "ugt", "ugt": "ult", "ule": "uge", "uge": "ule",
}  # fmt: skip


@record
class Counter:
    """An induction variable and the test that keeps its loop running.

    `tests_next` says whether the tested value is the one after the step. Values are unsigned, `width` bits.
    """

    width: int
    start: int
    step: int
    predicate: str  # the loop goes on while `tested predicate bound`
    bound: int
    tests_next: bool


def count_trips(counter: Counter) -> int:
    """Executions of the header of a loop that leaves at its latch only; 0 when that can't be told."""
    modulus = 1 << counter.width
    step = signed(counter.step % modulus, counter.width)
    first = counter.start + (step if counter.tests_next else 0)
    if counter.predicate == "ne":
        return _until_equal(first, step, counter.bound, modulus)
    if counter.predicate == "eq":
        return 1 if (first - counter.bound) % modulus else (2 if step % modulus else 0)
    is_signed = counter.predicate in SIGNED
    low, high = (-(modulus >> 1), (modulus >> 1) - 1) if is_signed else (0, modulus - 1)
    read = signed if is_signed else _unsigned
    first, bound = read(first % modulus, counter.width), read(counter.bound % modulus, counter.width)
    if "g" in counter.predicate:  # count downward as upward in a mirror
        first, bound, step, low, high = -first, -bound, -step, -high, -low
    last_good = bound if counter.predicate.endswith("e") else bound - 1
    if first > last_good:
        return 1
    if step <= 0:
        return 0  # it moves away from the bound: endless, or until it wraps around
    passed = (last_good - first) // step + 1  # tests that say "go on"
    if first + passed * step > high:
        return 0  # the test that ends it sees a wrapped value
    return passed + 1


def _until_equal(first: int, step: int, bound: int, modulus: int) -> int:
    distance = (bound - first) % modulus if step > 0 else (first - bound) % modulus
    size = abs(step)
    if not distance:
        return 1
    return distance // size + 1 if size and distance % size == 0 else 0


def _unsigned(value: int, _: int) -> int:
    return value
