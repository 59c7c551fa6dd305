"""64-bit arithmetic that provably fits 32 bits is done in 32, with the native helper."""

from __future__ import annotations

from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.ir import Context

pytestmark = pytest.mark.usefixtures("native")

IR = (Path(__file__).parent.parent / "ir" / "narrow-integers.ll").read_text()
FIRES = "done in 32"


def narrowed(**options: object) -> tuple[dict[str, str], set[str]]:
    """The text of each function, and those with a remark."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settings = {"passes": "narrow-integers", "stop-after": "opt", "strict-passes": True, **given}
    result = opencicc.compile(IR, "sm_90", options=settings)
    with Context() as context:
        texts = {f.name: f.text for f in context.parse(result.bitcode).functions if not f.is_declaration}
    return texts, {remark.function for remark in result.trace.remarks if FIRES in remark.message}


@pytest.fixture
def texts() -> dict[str, str]:
    return narrowed()[0]


def test_it_fires_where_results_fit_and_only_there() -> None:
    assert narrowed()[1] == {"masked", "guarded", "signed", "counter", "assumed", "joined"}


def test_a_group_is_extended_once_for_the_address(texts: dict[str, str]) -> None:
    text = texts["masked"]
    assert "mul nuw i32" in text and "add nuw i32" in text and "icmp ult i32" in text
    assert text.count("zext") == 1 and "i64 %more" in text


def test_divisions_are_narrow_where_conditions_bound_both_operands(texts: dict[str, str]) -> None:
    assert "udiv i32" in texts["guarded"] and "urem i32" in texts["guarded"]
    assert "urem i32" in texts["assumed"] and "udiv i64" not in texts["guarded"]


def test_signed_quotients_keep_their_sign(texts: dict[str, str]) -> None:
    assert "sdiv i32" in texts["signed"] and "sext i32" in texts["signed"]


def test_counters_of_known_trips_are_narrow_with_their_test(texts: dict[str, str]) -> None:
    text = texts["counter"]
    assert "phi i32" in text and "phi i64" not in text
    assert "icmp ult i32" in text and "zext" in text


def test_extensions_move_behind_a_phi(texts: dict[str, str]) -> None:
    text = texts["joined"]
    assert "phi i32" in text and text.count("sext i32") == 1


def test_it_can_be_turned_off() -> None:
    assert not narrowed(narrow_integers=False)[1]
