"""Random legal decisions instead of good ones: a kernel's results must not depend on them."""

from __future__ import annotations

from opencicc.passes.unroll.model import LoopFacts, Unroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random

    from opencicc.passes.unroll.params import UnrollParams

MAX_FACTOR = 9
MAX_SIZE = 1500


def random_decision(loop: LoopFacts, params: UnrollParams, rng: random.Random) -> Unroll:
    """Any of the decisions that would be right for this loop, leaving it alone included."""
    choices = [Unroll("none", 1, "not unrolled: chaos", "NotUnrolled")]
    if params.count != 1:
        choices += [_made(kind, count, loop, params, rng) for kind, count in legal(loop)]
    small = [c for c in choices if c.size <= MAX_SIZE and loop.function_size + c.size <= params.max_function_size]
    return rng.choice(small or choices[:1])


def legal(loop: LoopFacts) -> list[tuple[str, int]]:
    """(kind, factor) of everything that may be done to the loop."""
    is_forbidden = loop.pragma.is_disabled or loop.pragma.count == 1
    if is_forbidden or not loop.is_simplified or not loop.can_copy or loop.inline_candidates:
        return []
    found: list[tuple[str, int]] = []
    if loop.trip_count:
        found.append(("full", loop.trip_count))
    if 1 < loop.max_trip_count <= 64 and not loop.trip_count:
        found.append(("upper-bound", loop.max_trip_count))
    for count in range(2, MAX_FACTOR + 1):
        divides = loop.trip_multiple % count == 0
        if divides or loop.may_have_remainder or (loop.is_uniform and loop.is_countable):
            found.append(("runtime", count))
    if loop.can_peel:
        found += [("peel", count) for count in (1, 2, 3)]
    return found


def _made(kind: str, count: int, loop: LoopFacts, params: UnrollParams, rng: random.Random) -> Unroll:
    size = params.unrolled_size(loop.body_size, count)
    is_convergent = kind != "peel" and not loop.may_have_remainder and loop.trip_multiple % count != 0
    is_behind = loop.calls > 0 or rng.random() < 0.5
    is_last = kind == "peel" and loop.is_peel_of_last and count == loop.peel_count
    has_rest = kind == "runtime" and loop.is_countable and loop.trip_multiple % count != 0
    return Unroll(
        kind,
        count,
        f"chaos: {kind}, {count}",
        "Chaos",
        size,
        is_convergent=is_convergent,
        is_remainder_behind=is_behind,
        is_remainder_straight=has_rest and params.straight_remainder > 0 and rng.random() < 0.3,
        is_peel_of_last=is_last,
    )
