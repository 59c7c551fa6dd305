"""Folding of constants in the simulation, against Python's own arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.analysis.known_integers import KNOWN, fold


@pytest.mark.parametrize(
    ("opcode", "predicate", "values", "from_width", "width", "result"),
    [
        ("add", "", [250, 10], 8, 8, 4),
        ("sub", "", [3, 5], 8, 8, 254),
        ("mul", "", [16, 17], 8, 8, 16),
        ("shl", "", [1, 7], 8, 8, 128),
        ("shl", "", [1, 8], 8, 8, None),
        ("ashr", "", [0x80, 4], 8, 8, 0xF8),
        ("lshr", "", [0x80, 4], 8, 8, 8),
        ("sdiv", "", [0xF9, 2], 8, 8, 0xFD),
        ("srem", "", [0xF9, 2], 8, 8, 0xFF),
        ("udiv", "", [7, 0], 8, 8, None),
        ("sext", "", [0x80], 8, 16, 0xFF80),
        ("zext", "", [0x80], 8, 16, 0x80),
        ("trunc", "", [0x1234], 16, 8, 0x34),
        ("icmp", "slt", [0xFF, 1], 8, 1, 1),
        ("icmp", "ult", [0xFF, 1], 8, 1, 0),
        ("select", "", [0, 3, 4], 1, 8, 4),
        ("fadd", "", [1, 2], 0, 0, None),
        ("add", "", [KNOWN, 1], 8, 8, KNOWN),
    ],
)
def test_operations(
    opcode: str, predicate: str, values: list[int], from_width: int, width: int, result: int | None
) -> None:
    assert fold(opcode, predicate, values, from_width, width) == result


@given(st.sampled_from(["add", "sub", "mul", "and", "or", "xor"]), st.integers(0, 255), st.integers(0, 255))
def test_results_fit_their_type(opcode: str, left: int, right: int) -> None:
    result = fold(opcode, "", [left, right], 8, 8)
    assert result is not None
    assert 0 <= result < 256
