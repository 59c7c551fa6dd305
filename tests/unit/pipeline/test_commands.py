"""`opencicc options`, `explain` and `passes`."""

from __future__ import annotations

import json

import pytest

from opencicc.cli.options_cmd import main
from opencicc.errors import UsageError
from opencicc.options.parse import parse_all
from opencicc.passes import Status, find_pass, has_pass
from opencicc.passes.knobs import all_knobs
from opencicc.pipeline.catalogue import catalogue
from opencicc.pipeline.readers import idle_settings, why_idle


def test_options_lists_slots_and_knobs(capsys) -> None:
    assert main(["options", "do-licm"]) == 0
    line = capsys.readouterr().out.splitlines()[1]
    assert line.split()[:5] == ["do-licm", "143", "2880", "bool", "1"]
    assert "licm" in line


def test_options_as_json(capsys) -> None:
    assert main(["options", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert sum(row["slot"] is not None for row in rows.values()) == 221
    assert rows["no-dce"]["offset"] == 280
    assert rows["no-dce"]["readers"] == ["dce"]
    assert rows["dump-va"]["unsupported"]


def test_explain_an_option_by_its_offset_and_a_pass(capsys) -> None:
    assert main(["explain", "opts[2880]"]) == 0
    assert "option do-licm" in capsys.readouterr().out
    assert main(["explain", "remat"]) == 0
    assert "pass remat" in capsys.readouterr().out
    with pytest.raises(UsageError, match="unknown option 'do-lcm'"):
        main(["explain", "do-lcm"])


def test_passes_lists_status_and_help(capsys) -> None:
    assert main(["passes", "factory"]) == 0
    out = capsys.readouterr().out
    assert "factory-1aac510" in out and "unidentified" in out
    assert main(["passes", "--json", "memory-space-opt"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["aliases"] == ["memory-space-opt-pass"]


def test_a_setting_that_nothing_acts_on_is_noted() -> None:
    text = "-do-licm=0 -slot-7=1 -do-factory-1922f90=1 -jobserver=1 -slot-11=0"
    values = parse_all([text], catalogue(), "-opt")
    assert idle_settings(values) == [
        "option do-factory-1922f90 is set (-opt), but nothing reads it yet: pass factory-1922f90 is unidentified",
        "option jobserver is set (-opt), but nothing reads it yet: the worker pool is not built",
        "option slot-7 is set (-opt), but nothing is known to read it",
    ]


@pytest.mark.parametrize("option", all_knobs(), ids=lambda option: option.name)
def test_a_knob_acts_or_says_which_pass_is_missing(option) -> None:
    """Whatever the state of the passes: a knob of a built pass is in its header, any other is idle with a reason."""
    for reader in option.readers:
        if not has_pass(reader):
            continue
        status, reason = find_pass(reader).status, why_idle(option, reader)
        if status in (Status.NOT_BUILT, Status.UNIDENTIFIED):
            assert reason == f"pass {reader} is {status.value}"
        elif status is Status.STAND_IN:
            assert reason in ("", f"an LLVM pass without it runs in the place of {reader}")
        else:
            assert reason == ""
