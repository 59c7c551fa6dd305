"""The published rows against our tables: every row matches or has a written reason."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

from opencicc.passes.info import Status
from opencicc.passes.registry import all_passes

SCRIPT = Path(__file__).parents[2] / "scripts" / "compare_with_spec.py"


def load_script():
    spec = importlib.util.spec_from_file_location("compare_with_spec", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["compare_with_spec"] = module
    spec.loader.exec_module(module)
    return module


def test_every_published_row_matches_or_is_justified() -> None:
    script = load_script()
    findings = script.compare(json.loads(script.ROWS_FILE.read_text()))
    assert len(findings) > 560
    different = {finding.key for finding in findings if finding.why}
    assert different == set(script.JUSTIFIED)


def test_rows_that_are_only_text_are_counted_with_their_reasons() -> None:
    script = load_script()
    findings = script.compare(json.loads(script.ROWS_FILE.read_text()))
    named = [finding for finding in findings if finding.subject and not finding.why]
    assert len(named) > 350
    unbuilt = {info.name for info in all_passes() if info.status in (Status.NOT_BUILT, Status.UNIDENTIFIED)}
    for finding in named:
        if finding.missing:
            assert (
                finding.exception
                or any(f"pass {name} is " in finding.missing for name in unbuilt)
                or ("does not read it" in finding.missing or "runs in the place of" in finding.missing)
            )
    assert any(finding.subject == "remat" and bool(finding.missing) == ("remat" in unbuilt) for finding in named)


def test_a_pass_that_loses_its_body_shows(monkeypatch) -> None:
    script = load_script()
    rows = json.loads(script.ROWS_FILE.read_text())
    before = sum(bool(finding.missing) for finding in script.compare(rows))
    monkeypatch.setattr(script, "DOES_SOMETHING", (Status.BUILT,))
    assert sum(bool(finding.missing) for finding in script.compare(rows)) > before


def test_a_wrong_row_is_noticed() -> None:
    script = load_script()
    rows = json.loads(script.ROWS_FILE.read_text())
    rows["slots"][0][1] = 17
    rows["tiers"][3][2] = "opts[3489]".replace("3489", "3528")
    rows["dumps"].append("dump-nothing")
    different = {finding.key for finding in script.compare(rows) if finding.why} - set(script.JUSTIFIED)
    assert different == {"slot 1", "tiers #4 NVVMBarrierAnalysis", "dump-nothing"}
