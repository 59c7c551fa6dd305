"""Branches that are there once a loop is unrolled become selects too, with the native helper, which unrolls such loops."""

from __future__ import annotations

from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.ir import Context

pytestmark = pytest.mark.usefixtures("native")

IR = (Path(__file__).parent.parent / "ir" / "flatten-branches-late.ll").read_text()


def optimized(**options: object) -> dict[str, str]:
    """The text of each function after -O3."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    result = opencicc.compile(IR, "sm_90", 3, {"stop-after": "opt", **given})
    with Context() as context:
        return {f.name: f.text for f in context.parse(result.bitcode).functions if not f.is_declaration}


def test_the_last_exit_of_an_unrolled_loop_is_selected() -> None:
    text = optimized()["two_digits"]
    assert (text.count("br i1"), text.count("select i1")) == (1, 1)


def test_without_the_pass_it_is_a_branch() -> None:
    text = optimized(flatten_branches=False)["two_digits"]
    assert (text.count("br i1"), text.count("select i1")) == (2, 0)


def test_a_store_stays_behind_its_branch() -> None:
    text = optimized()["stores"]
    assert (text.count("br i1"), text.count("store i8")) == (2, 2)
