"""Model B without LLVM: thresholds, the judgement, folding of constants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencicc.llvm.inline_costs import CostKnobs
from opencicc.llvm.integers import compare, fold
from opencicc.passes.inline.decision import FunctionFacts, Site
from opencicc.passes.inline.model_b import LAST_CALL_BONUS, InlineCost, base_threshold, judge


def threshold(**facts: object) -> int:
    return base_threshold(Site("f", FunctionFacts("g", **facts), 0), CostKnobs())  # type: ignore[arg-type]


def test_hints_raise_and_coldness_lowers_the_threshold() -> None:
    assert threshold() == 225 * 11
    assert threshold(has_hint=True) == 325 * 11
    assert threshold(is_cold=True) == 45 * 11
    assert threshold(is_cold=True, has_hint=True) == 45 * 11


def test_a_cost_must_stay_below_the_threshold() -> None:
    assert judge(InlineCost("variable", 99, 100))[0]
    assert not judge(InlineCost("variable", 100, 100))[0]
    assert judge(InlineCost("variable", 0, 0))[0]  # LLVM's threshold is at least one
    assert judge(InlineCost("always", reason="x")) == (True, 0, "x")
    assert judge(InlineCost("never", reason="y")) == (False, 0, "y")


def test_bonus_last_call_and_multiplier() -> None:
    dear = InlineCost("variable", 2100, 100)
    assert judge(dear, bonus=2000)[:2] == (False, 100)
    assert judge(dear, bonus=2001)[0]
    assert judge(dear, is_last_use=True)[1] == 2100 - LAST_CALL_BONUS
    applied = InlineCost("variable", 2100, 100, bonus_applied=15000)
    assert judge(applied, is_last_use=True)[1] == 2100
    assert judge(InlineCost("variable", 60, 100), multiplier=2)[:2] == (False, 120)
    assert judge(InlineCost("variable", -60, 100), multiplier=2)[1] == -60


OPERATIONS = "add sub mul and or xor shl lshr ashr udiv urem sdiv srem".split()


@given(st.sampled_from(OPERATIONS), st.integers(0, 2**16 - 1), st.integers(0, 2**16 - 1))
def test_folding_is_what_the_machine_does(name: str, left: int, right: int) -> None:
    bits, mask = 16, 0xFFFF
    a = left - (1 << bits) if left >> 15 else left
    b = right - (1 << bits) if right >> 15 else right
    if name in ("shl", "lshr", "ashr") and right >= bits:
        expected = None
    elif name[1:] in ("div", "rem") and right == 0:
        expected = None
    else:
        expected = {
            "add": lambda: left + right, "sub": lambda: left - right, "mul": lambda: left * right,
            "and": lambda: left & right, "or": lambda: left | right, "xor": lambda: left ^ right,
            "shl": lambda: left << right, "lshr": lambda: left >> right, "ashr": lambda: a >> right,
            "udiv": lambda: left // right, "urem": lambda: left % right,
            "sdiv": lambda: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
            "srem": lambda: a - b * (abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)),
        }[name]() & mask  # fmt: skip
    assert fold(name, [left, right], bits, bits) == expected


@pytest.mark.parametrize(
    ("predicate", "left", "right", "expected"),
    [("eq", 3, 3, 1), ("ne", 3, 3, 0), ("ult", 255, 1, 0), ("slt", 255, 1, 1), ("sge", 127, 128, 1), ("ule", 2, 2, 1)],
)
def test_compares(predicate: str, left: int, right: int, expected: int) -> None:
    assert compare(predicate, left, right, 8) == expected


def test_extensions() -> None:
    assert fold("sext", [0xFF], 8, 32) == 0xFFFFFFFF
    assert fold("zext", [0xFF], 8, 32) == 0xFF
    assert fold("trunc", [0x1FF], 32, 8) == 0xFF
