"""Every knob that a page names exists, acts and can be set as the page says."""

from __future__ import annotations

import shlex

import pytest

from opencicc.options.registry import optimizer_options
from opencicc.pipeline.readers import acts
from opencicc.view import decisions
from opencicc.view.decisions import FAMILIES, Knob, command_with, decisions_of, family_of
from tests.shell import opencicc
from tests.support import EXAMPLES

KNOBS = sorted({k.name: k for family in FAMILIES for k in (family.after_yes, family.after_no) if k}.items())


@pytest.mark.parametrize("knob", [knob for _, knob in KNOBS], ids=[name for name, _ in KNOBS])
def test_each_knob_acts(knob: Knob) -> None:
    option = optimizer_options()[knob.name]
    assert acts(option)
    assert str(option.parse(knob.value)) != str(option.default)


def test_the_command_runs_as_it_stands(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    command = command_with([str(EXAMPLES / "saxpy.ll"), "-arch=sm_90"], decisions.KEEP_LOOPS)
    program, *words = shlex.split(command)
    done = opencicc(*words)
    assert (program, done.code, done.err) == ("opencicc", 0, "")


def test_a_command_of_view_is_not_a_view_of_view() -> None:
    assert command_with(["view", "k.cu"], decisions.KEEP_LOOPS).split()[:3] == ["opencicc", "view", "k.cu"]


@pytest.mark.parametrize(
    ("name", "about"),
    [
        ("inline", "call"),
        ("nv-early-inliner", "call"),
        ("loop-unroll-full", "loop"),
        ("licm", "loop code"),
        ("loop-vectorize", "loop code"),
        ("nv-remat-block", "registers"),
        ("gvn", "memory"),
        ("dead-barriers", "barrier"),
    ],
)
def test_a_pass_belongs_to_a_family(name: str, about: str) -> None:
    family = family_of(name)
    assert family is not None and family.about == about


def test_facts_about_code_are_no_decisions() -> None:
    remark: dict[str, object] = {
        "remark": "analysis",
        "pass": "size-info",
        "name": "n",
        "location": "",
        "message": "",
        "args": {},
    }
    assert decisions_of([remark], []) == []


def test_a_decision_has_its_place_and_numbers() -> None:
    remark: dict[str, object] = {
        "remark": "missed",
        "pass": "loop-unroll",
        "name": "NotUnrolled",
        "location": "a:b/k.cu:7:3",
        "message": "no",
        "args": {"TripCount": "8", "Callee": "f", "Reason": "why"},
    }
    (found,) = decisions_of([remark], ["k.cu"])
    assert (found["file"], found["line"], found["column"]) == ("a:b/k.cu", 7, 3)
    assert found["numbers"] == [["TripCount", "8"]]
    assert found["knob"] == "unroll-threshold"
