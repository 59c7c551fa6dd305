"""Find a launch and arguments with which a kernel runs, ends, and leaves results that do not depend on chance.

Made-up data may not suit a kernel: a length goes beyond a buffer, an index is none, a loop never ends. So several
plausible ones are tried on the unoptimised kernel, the most telling first: long before short, random before zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from opencicc.check.arguments import ELEMENTS_A_THREAD, Sizing, describe_arguments
from opencicc.check.case import Case, Outcome
from opencicc.check.differential import first_difference
from opencicc.check.shapes import LaunchShape

OTHER_ORDER = "backward"
MOST_INSTRUCTIONS = 120_000  # of one attempt
MOST_SPENT = 400_000  # of all of them: some seconds
MEDIUM_BUFFER, LARGE_BUFFER = 1 << 16, 1 << 19


@dataclass(frozen=True)
class Plan:
    """A launch to try, with what makes its data; `length` is what its integers are told, 0 for given data."""

    shape: LaunchShape
    make: Callable[[], list[Any]]
    length: int = 0


@dataclass(frozen=True)
class Attempt:
    """One launch with its data, and why it can't be compared ('' where it can).

    `warp_orders` are those in which the kernel was seen to leave the same results.
    """

    shape: LaunchShape
    args: tuple[Any, ...]
    why_not: str = ""
    warp_orders: tuple[str, ...] = ("",)

    @property
    def text(self) -> str:
        return f"{self.shape.text}, arguments {describe_arguments(self.args)}"


def sizings(shape: LaunchShape) -> list[Sizing]:
    """Lengths, buffer sizes and contents worth trying for one launch, in order."""
    length = shape.length
    return [
        Sizing(length, max(shape.threads * ELEMENTS_A_THREAD, min(length * length, MEDIUM_BUFFER))),
        Sizing(length, LARGE_BUFFER),
        Sizing(length, MEDIUM_BUFFER, "small"),
        Sizing(16, MEDIUM_BUFFER),
        Sizing(length, MEDIUM_BUFFER, "signed"),
        Sizing(length, LARGE_BUFFER, "rising"),
        Sizing(length, LARGE_BUFFER, "zeros"),
        Sizing(4, MEDIUM_BUFFER, "small"),
        Sizing(3, LARGE_BUFFER, "zeros"),
        Sizing(1, MEDIUM_BUFFER, "small"),
    ]


def search(case: Case, ptx: str, plans: Sequence[Plan]) -> list[Attempt]:
    """Try plans until one can be compared; that is the last attempt then."""
    attempts: list[Attempt] = []
    too_long = LARGE_BUFFER  # lengths from here on are left out: with four times that the kernel did not end
    spent = 0
    for plan in plans:
        shape = plan.shape
        if plan.length >= too_long:
            continue
        args = tuple(plan.make())
        tried = replace(
            case,
            grid=shape.grid,
            block=shape.block,
            shared_bytes=shape.shared_bytes,
            args=args,
            instruction_limit=min(MOST_INSTRUCTIONS, MOST_SPENT - spent),
        )
        outcome = tried.execute(ptx)
        spent += outcome.instructions_issued
        if outcome.instructions_issued >= tried.instruction_limit:
            too_long = min(too_long, plan.length // 4 or too_long)
        attempt = Attempt(shape, args, why_not(tried, outcome))
        if not attempt.why_not:
            other = tried.execute(ptx, OTHER_ORDER)
            spent += other.instructions_issued
            attempt = with_other_order(attempt, outcome, other, tried)
        attempts.append(attempt)
        if not attempt.why_not or outcome.is_final or spent >= MOST_SPENT:
            break
    return attempts


def why_not(case: Case, outcome: Outcome) -> str:
    """Why nothing can be compared with this outcome; '' if it can."""
    return outcome.error or ("" if has_effect(case, outcome) else "it runs, but changes nothing in its buffers")


def with_other_order(attempt: Attempt, first: Outcome, other: Outcome, case: Case) -> Attempt:
    """What the other order of warps says: results that depend on it are a race, and no reference.

    Warps one by one take many more steps than all together; where they do not get to the end, nothing is known.
    """
    if other.error:
        if other.instructions_issued >= case.instruction_limit:
            return attempt
        return replace(attempt, why_not=f"fails when its warps run one after the other: {other.error}")
    found = first_difference(first, [other], case)
    if found:
        return replace(attempt, why_not=f"its results depend on the order of its warps: {found.what}")
    return replace(attempt, warp_orders=("", OTHER_ORDER))


def has_effect(case: Case, outcome: Outcome) -> bool:
    """Whether a launch printed, or left something defined in a buffer that was not there before."""
    if outcome.output:
        return True
    before = distinct_arrays(case.args)
    for old, new, undefined in zip(before, outcome.arrays, outcome.undefined, strict=True):
        changed = np.frombuffer(old.tobytes(), np.uint8) != np.frombuffer(new.tobytes(), np.uint8)
        if undefined is not None:
            changed = changed.reshape(old.size, old.itemsize) & ~undefined.reshape(old.size, 1)
        if changed.any():
            return True
    return False


def distinct_arrays(args: Sequence[Any]) -> list[Any]:
    """The arrays of a launch, those in structs included, each once, in the order of the buffers."""
    found: dict[int, Any] = {}
    for arg in args:
        for part in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(part, np.ndarray):
                found.setdefault(id(part), part)
    return list(found.values())


def summarize(attempts: Sequence[Attempt]) -> str:
    """What went wrong with a number of attempts: each cause once, the commonest first, with a launch that shows it."""
    causes = Counter(cause(attempt) for attempt in attempts)
    lines = []
    for name, count in causes.most_common(3):
        shown = next(attempt for attempt in attempts if cause(attempt) == name)
        lines.append(f"{count} of {len(attempts)} attempts: {shown.why_not}\n  with {shown.text}")
    return "\n".join(lines)


def cause(attempt: Attempt) -> str:
    """An error without its numbers, to count alike ones together."""
    return "".join(char for char in attempt.why_not.splitlines()[0] if not char.isdigit())
