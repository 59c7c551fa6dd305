"""`opencicc options`, `explain` and `passes`."""

from __future__ import annotations

import json

import pytest

from opencicc.cli.options_cmd import main
from opencicc.errors import UsageError
from opencicc.options.parse import parse_all
from opencicc.pipeline.catalogue import catalogue
from opencicc.pipeline.readers import idle_settings


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
    values = parse_all(["-do-licm=0 -slot-7=1 -do-factory-1922f90=1"], catalogue(), "-opt")
    assert idle_settings(values) == [
        "do-factory-1922f90 (-opt) has no effect: factory-1922f90 is not built",
        "slot-7 (-opt) has no effect: nothing reads it",
    ]
