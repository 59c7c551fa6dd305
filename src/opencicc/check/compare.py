"""Compare what two executions left in memory: bit by bit, or within a stated number of ulps.

Bits decide for integers, and for floats wherever no pass may reassociate or contract. Two NaNs are equal whatever their
payload, which neither IEEE nor LLVM defines. What is undefined in the reference is equal to anything, since a
compiler may put any value there; what only became undefined in the other run is a difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from opencicc.check.case import Outcome

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


@dataclass(frozen=True)
class Tolerance:
    """Floats may differ by `ulps` of their own type (`ulp_type`: of a narrower type that was stored widened)."""

    ulps: int = 0
    ulp_type: str = ""


BITWISE = Tolerance()


@dataclass(frozen=True)
class Difference:
    """The first element that differs, and how many do."""

    what: str
    wrong: int = 1


def compare(reference: Outcome, other: Outcome, tolerances: list[Tolerance]) -> Difference | None:
    """The difference that makes `other` wrong, or None."""
    if other.error:
        return Difference(f"does not run: {other.error}")
    if reference.output != other.output:
        return Difference(f"prints {other.output[:80]!r} instead of {reference.output[:80]!r}")
    for index, (want, got, tolerance) in enumerate(zip(reference.arrays, other.arrays, tolerances, strict=True)):
        wrong = differing(want, got, tolerance)
        reference_undefined, other_undefined = reference.undefined[index], other.undefined[index]
        if other_undefined is not None:
            wrong |= other_undefined
        if reference_undefined is not None:
            wrong &= ~reference_undefined
        if wrong.any():
            at = int(np.argmax(wrong.ravel()))
            shown = f"got {got.ravel()[at]!r}, expected {want.ravel()[at]!r}"
            if other_undefined is not None and other_undefined.ravel()[at]:
                shown = f"undefined, expected {want.ravel()[at]!r}"
            return Difference(f"array {index}, element {at}: {shown}", int(np.count_nonzero(wrong)))
    return None


def differing(want: Array, got: Array, tolerance: Tolerance) -> Array:
    """Where two arrays of one shape and type differ by more than the tolerance."""
    if want.dtype.kind != "f":
        return np.asarray(want != got)
    both_nan = np.isnan(want) & np.isnan(got)
    if not tolerance.ulps:
        unsigned = np.dtype(f"u{want.dtype.itemsize}")
        return np.asarray((want.view(unsigned) != got.view(unsigned)) & ~both_nan)
    if tolerance.ulp_type:
        with np.errstate(over="ignore"):
            want, got = want.astype(tolerance.ulp_type), got.astype(tolerance.ulp_type)
    return np.asarray((ulp_distance(want, got) > tolerance.ulps) & ~both_nan)


def ulp_distance(left: Array, right: Array) -> Array:
    """How many floats lie between two, with the same number for +0 and -0; a NaN is as far as possible."""
    unsigned = np.dtype(f"u{left.dtype.itemsize}")
    sign = np.uint64(1 << (8 * left.dtype.itemsize - 1))

    def parts(values: Array) -> tuple[Array, Array]:
        bits = values.view(unsigned).astype(np.uint64)
        return bits & ~sign, (bits & sign) != 0

    (first, is_first_negative), (second, is_second_negative) = parts(left), parts(right)
    apart = np.maximum(first, second) - np.minimum(first, second)
    # Across zero the magnitudes add up: below 2**64, also for doubles.
    distance = np.where(is_first_negative == is_second_negative, apart, first + second)
    return np.where(np.isnan(left) | np.isnan(right), np.iinfo(np.uint64).max, distance)
