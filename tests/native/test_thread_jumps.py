"""What threading jumps could do to threads: one answer by the native walk and by the flat lists; and LLVM's pass itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.llvm import helper
from opencicc.llvm.function_passes import thread_jumps
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context
from opencicc.llvm.services import THREADING_PASSES_BARRIERS
from opencicc.llvm.snapshot import snapshot
from opencicc.passes.thread_jumps import harm_of, has_joins

TEXT = (Path(__file__).parents[1] / "ir" / "thread-jumps.ll").read_text()
ATTRIBUTED = TEXT.replace(") {\n", ") convergent {\n")


@pytest.mark.parametrize("text", [TEXT, ATTRIBUTED], ids=["as they are", "convergent"])
@pytest.mark.parametrize("passes", [True, False], ids=["past barriers", "not past barriers"])
def test_the_native_walk_answers_as_the_lists_do(text: str, passes: bool) -> None:
    native = helper.load()
    if native is None:
        pytest.skip(helper.describe())
    answers = []
    with Context() as context:
        for function in filter(has_joins, context.parse(text.encode()).definitions):
            expected = harm_of(function, snapshot(function), passes=passes)
            assert HelperServices(native).may_thread_jumps(function, passes) == expected, function.name
            answers.append(expected)
    assert passes == (THREADING_PASSES_BARRIERS in answers)
    assert len(set(answers)) > 1 or text == ATTRIBUTED


@pytest.mark.parametrize("has_helper", [True, False], ids=["native helper", "plain"])
def test_it_is_told_whether_jumps_were_threaded(has_helper: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_helper:
        monkeypatch.setenv(helper.SWITCH_VARIABLE, "0")
    with Context() as context:
        module = context.parse(TEXT.encode())
        told = []
        for function in [*module.definitions, *module.definitions]:
            before = function.text
            told.append(thread_jumps(function))
            assert told[-1] == (function.text != before), function.name
        assert module.verify() == ""
    assert {True, False} == set(told)
