"""What a memcpy, memmove or memset becomes: straight code or a loop, tested for its direction or not."""

from __future__ import annotations

from opencicc.record import record

GROUP = 4  # accesses whose loads come before their stores, and accesses a trip of a loop of known length


@record
class Limits:
    """The knobs of lower-aggr-copies."""

    small_bytes: int  # max-aggr-copy-size: a memmove that may overlap holds all of this in registers
    straight_bytes: int  # large-aggr-store-limit
    stores: int  # lower-aggr-unrolled-stores-limit
    skips_check: bool  # skiploweraggcopysafechk


@record
class Form:
    """`is_loop` or straight code; `directions` of a loop: forward, or both with a test in front."""

    is_loop: bool
    is_both_ways: bool
    why: str


def decide(length: int | None, width: int, may_overlap: bool, limits: Limits) -> Form:
    """The form of a transfer of so many bytes by accesses of `width`; None where only the program knows."""
    tests = may_overlap and not limits.skips_check
    if length is None:
        return Form(True, tests, "its length is not known")
    accesses = len(pieces(0, length, width))
    most = limits.small_bytes if tests else limits.straight_bytes
    if length >= most:
        return Form(True, tests, f"{length} bytes are not below {most}")
    if accesses > limits.stores:
        return Form(True, tests, f"{accesses} stores are more than {limits.stores}")
    return Form(False, False, f"{accesses} accesses")


def pieces(start: int, end: int, width: int) -> list[tuple[int, int]]:
    """(offset, width) of the accesses from start to end: wide ones, then the rest."""
    found = []
    while start < end:
        while start + width > end:
            width //= 2
        found.append((start, width))
        start += width
    return found
