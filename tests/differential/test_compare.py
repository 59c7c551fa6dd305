"""Comparison: bits for integers and floats, ulps where stated, undefined values on either side."""

from __future__ import annotations

import numpy as np
import pytest

from opencicc.check import BITWISE, Outcome, Tolerance, compare
from opencicc.check.compare import ulp_distance


def outcome(values, undefined=None, **rest) -> Outcome:
    return Outcome((np.asarray(values),), (None if undefined is None else np.asarray(undefined),), **rest)


def test_equal_arrays_agree() -> None:
    assert compare(outcome([1, 2]), outcome([1, 2]), [BITWISE]) is None


def test_the_first_difference_and_the_count_are_told() -> None:
    found = compare(outcome([1, 2, 3]), outcome([1, 5, 6]), [BITWISE])
    assert found is not None
    assert "element 1" in found.what and "5" in found.what and "2" in found.what
    assert found.wrong == 2


def test_zeros_of_different_sign_differ_bit_by_bit() -> None:
    assert compare(outcome([0.0]), outcome([-0.0]), [BITWISE]) is not None
    assert compare(outcome([0.0]), outcome([-0.0]), [Tolerance(ulps=1)]) is None


def test_all_nans_are_equal() -> None:
    other = np.array([0x7FF8000000000001], np.uint64).view(np.float64)
    assert compare(outcome([np.nan]), outcome(other), [BITWISE]) is None
    assert compare(outcome([np.nan]), outcome([1.0]), [Tolerance(ulps=1000)]) is not None


def test_floats_within_the_stated_ulps_agree() -> None:
    near = np.nextafter(np.float32(1), np.float32(2))
    assert compare(outcome([np.float32(1)]), outcome([near]), [Tolerance(ulps=1)]) is None
    assert compare(outcome([np.float32(1)]), outcome([near]), [BITWISE]) is not None


def test_ulps_of_a_narrower_type() -> None:
    wide = outcome([1.0]), outcome([1.0 + 2.0**-23])
    assert compare(*wide, [Tolerance(ulps=1)]) is not None
    assert compare(*wide, [Tolerance(ulps=1, ulp_type="f4")]) is None


def test_what_the_reference_leaves_undefined_is_equal_to_anything() -> None:
    assert compare(outcome([1, 2], [False, True]), outcome([1, 9]), [BITWISE]) is None


def test_what_only_became_undefined_is_a_difference() -> None:
    found = compare(outcome([1, 2]), outcome([1, 2], [False, True]), [BITWISE])
    assert found is not None and "undefined" in found.what


def test_a_run_that_fails_and_other_printing_are_differences() -> None:
    assert "does not run" in compare(outcome([1]), Outcome(error="out of bounds"), [BITWISE]).what
    assert "prints" in compare(outcome([1], output="a"), outcome([1], output="b"), [BITWISE]).what


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [(1.0, 1.0, 0), (0.0, -0.0, 0), (5e-324, -5e-324, 2), (1.0, np.nextafter(1.0, 0.0), 1)],
)
def test_ulp_distance(left: float, right: float, expected: int) -> None:
    assert ulp_distance(np.array([left]), np.array([right]))[0] == expected


def test_the_distance_across_zero_does_not_wrap() -> None:
    huge = np.finfo(np.float64).max
    assert ulp_distance(np.array([huge]), np.array([-huge]))[0] > 1 << 60
