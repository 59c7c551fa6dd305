"""Values rounded once: next to what the host's C library computes, exact where the result is, none outside of ordinary numbers."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.link.evaluate.closest import closest_result
from opencicc.link.evaluate.ieee import GiveUp


def bits(value: float) -> int:
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def closest(name: str, *arguments: float) -> float:
    (value,) = struct.unpack("<d", struct.pack("<Q", closest_result(name, tuple(bits(a) for a in arguments))))
    return value


ANYWHERE = st.floats(-600, 600).filter(lambda x: abs(x) > 1e-300)
POSITIVE = st.floats(1e-300, 1e300)
SMALL = st.floats(-1, 1).filter(lambda x: abs(x) > 1e-15)
FUNCTIONS = {
    "sin": (math.sin, ANYWHERE), "cos": (math.cos, ANYWHERE), "tan": (math.tan, ANYWHERE), "atan": (math.atan, ANYWHERE),
    "asin": (math.asin, SMALL), "acos": (math.acos, SMALL), "exp": (math.exp, ANYWHERE), "sinh": (math.sinh, SMALL),
    "cosh": (math.cosh, ANYWHERE), "tanh": (math.tanh, SMALL), "log": (math.log, POSITIVE), "log2": (math.log2, POSITIVE),
    "log10": (math.log10, POSITIVE), "exp2": (lambda x: 2.0**x, ANYWHERE),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
@given(data=st.data())
def test_within_two_units_of_the_host_s_value(name, data):
    function, numbers = FUNCTIONS[name]
    x = data.draw(numbers)
    expected = function(x)
    if name in ("sin", "tan") and not abs(x) > 1e-290:
        return
    try:
        got = closest(name, x)
    except GiveUp:
        assert expected == 0 or not 1e-307 < abs(expected) < 1e308
        return
    assert abs(got - expected) <= 2 * math.ulp(expected)


@given(st.floats(1e-3, 1e3), st.floats(-90, 90).filter(lambda y: abs(y) > 1e-9))
def test_powers(x, y):
    expected = x**y
    assert abs(closest("pow", x, y) - expected) <= math.ulp(expected)


@given(ANYWHERE, ANYWHERE)
def test_angles_of_all_quadrants(y, x):
    expected = math.atan2(y, x)
    if abs(expected) > 1e-300:
        assert abs(closest("atan2", y, x) - expected) <= math.ulp(expected)


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("pow", (0.5, 23.0), 2.0**-23), ("pow", (-3.0, 3.0), -27.0), ("pow", (-3.0, 2.0), 9.0), ("exp2", (10.0,), 1024.0),
        ("exp10", (3.0,), 1000.0), ("log2", (8.0,), 3.0), ("log10", (1000.0,), 3.0), ("acos", (-1.0,), math.pi),
        ("asin", (1.0,), math.pi / 2), ("pow", (4.0, 0.5), 2.0),
    ],
)  # fmt: skip
def test_exact_results_are_exact(name, arguments, value):
    assert closest(name, *arguments) == value


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("pow", (-2.0, 0.5)), ("log", (-1.0,)), ("asin", (1.5,)), ("acos", (-1.5,)), ("exp", (1e6,)), ("exp", (-1e6,)), ("exp", (709.8,)),
        ("pow", (10.0, 400.0)), ("pow", (10.0, -320.0)), ("sin", (1e30,)), ("sin", (0.0,)), ("sin", (math.inf,)), ("sin", (math.nan,)),
        ("exp", (5e-324,)), ("tgamma", (2.0,)), ("pow", (2.0,)), ("log", (1.0,)), ("fast_tanhf", (0.5,)),
    ],
)  # fmt: skip
def test_what_has_no_ordinary_value_is_given_up(name, arguments):
    with pytest.raises(GiveUp):
        closest(name, *arguments)
