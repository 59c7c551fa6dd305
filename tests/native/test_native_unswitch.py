"""Tests that stay the same move out of innermost loops, with the native helper."""

from __future__ import annotations

from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.ir import Context

pytestmark = pytest.mark.usefixtures("native")

IR = (Path(__file__).parent.parent / "ir" / "unswitch-loops.ll").read_text()
FIRES = "made two loops of one"


def unswitched(**options: object) -> tuple[dict[str, str], set[str]]:
    """The text of each function, and those with a remark."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    settings = {"passes": "unswitch-loops", "stop-after": "opt", "strict-passes": True, **given}
    result = opencicc.compile(IR, "sm_90", options=settings)
    with Context() as context:
        texts = {f.name: f.text for f in context.parse(result.bitcode).functions if not f.is_declaration}
    return texts, {remark.function for remark in result.trace.remarks if FIRES in remark.message}


def test_a_test_of_a_parameter_stands_before_two_loops() -> None:
    texts, fired = unswitched()
    assert fired == {"by_parameter"}
    text = texts["by_parameter"]
    assert text.count("br i1 %has_scale") == 1
    assert text.index("br i1 %has_scale") < text.index("phi i32")
    assert text.count("phi i32") == 2


def test_loops_of_few_known_trips_are_for_the_unroller_by_a_knob() -> None:
    assert unswitched(unswitch_loops_few_trips=8)[1] == {"by_parameter", "stays_with_few_trips"}


def test_it_can_be_turned_off() -> None:
    assert not unswitched(unswitch_loops=False)[1]
