"""`opencicc options`, `explain` and `passes`."""

from __future__ import annotations

import json

import pytest

from opencicc.cli import explain
from opencicc.cli.options_cmd import main
from opencicc.errors import UsageError
from opencicc.options.read import read_words
from opencicc.options.registry import optimizer_options
from opencicc.options.values import OptionValues
from opencicc.passes.registry import Status, find_pass, has_pass
from opencicc.pipeline.readers import idle_settings, readers_of, why_idle


def test_options_lists_slots_and_knobs(capsys) -> None:
    assert main(["options", "do-licm"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "do-licm=1  bool, slot 143 at byte 2880",
        "    Run licm. Read by: licm.",
    ]


def test_options_as_json(capsys) -> None:
    assert main(["options", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert sum(row["slot"] is not None for row in rows.values()) == 221
    assert rows["no-dce"]["offset"] == 280
    assert rows["no-dce"]["readers"] == ["dce"]
    assert rows["dump-va"]["unsupported"]


@pytest.mark.parametrize("command", ["options", "passes"])
def test_a_word_that_they_do_not_take_is_an_error_like_any_other(command: str) -> None:
    with pytest.raises(UsageError, match="unrecognized arguments: --bogus") as caught:
        main([command, "--bogus"])
    assert caught.value.at == f"opencicc {command}"


def explained(capsys, *words: str) -> str:
    assert explain.main(list(words)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", ["do-licm", "-do-licm", "slot-143", "143", "opts[2880]", "2880"])
def test_explain_an_option_by_any_of_its_names(name, capsys) -> None:
    out = explained(capsys, name)
    assert "option do-licm: Run licm." in out
    assert "slot:    143 at byte 2880" in out
    assert "value:   1 (default)" in out


def test_explain_a_manager(capsys) -> None:
    out = explained(capsys, "when")
    assert "manager when<CONDITION>(pass,...): only where the condition holds" in out
    assert "changed        the last pass of ours before this step changed something" in out
    assert "when<pairs>(slp-vectorizer" in out
    assert "steps:   0 in this pipeline" in explained(capsys, "repeat")


def test_explain_tells_where_a_value_comes_from(capsys, monkeypatch) -> None:
    assert "value:   0 (command line, argument 3)" in explained(capsys, "do-licm", "-O1", "-opt", "-do-licm=0")
    assert "value:   1 (level O3)" in explained(capsys, "tier-3", "-O3")
    assert "value:   0 (default)" in explained(capsys, "tier-3", "-O1")
    assert "value:   6 (tier 3)" in explained(capsys, "features")
    assert "value:   1 (command line, argument 2)" in explained(capsys, "ftz", "-ftz=1")
    monkeypatch.setenv("OPENCICC_OPT_DO_REMAT", "1")
    assert "value:   1 (OPENCICC_OPT_DO_REMAT)" in explained(capsys, "do-remat")


def test_explain_a_pass_with_its_options_and_places(capsys) -> None:
    out = explained(capsys, "licm")
    assert "pass licm: " in out
    assert "options: no-licm, do-licm" in out
    assert "tier 3 #38: licm  [opts[2880] && !opts[1240]]" in out
    assert "steps:   0 in this pipeline" in explained(capsys, "licm", "-opt", "-do-licm=0")
    assert "pass memory-space-opt" in explained(capsys, "memory-space-opt-pass")


def test_a_name_of_both_kinds_is_explained_as_both(capsys) -> None:
    out = explained(capsys, "memory-space-opt")
    assert "option memory-space-opt" in out and "pass memory-space-opt" in out


@pytest.mark.parametrize("name", ["nvopt<O3>", "default<O3>", "O3"])
def test_explain_a_pipeline_name(name, capsys) -> None:
    out = explained(capsys, name, "-O1")
    assert out.startswith("pipeline nvopt<O3>")
    assert "tier-3=1 (level O3)" in out
    assert "tier-1" not in out


def test_explain_a_fast_compile_pipeline(capsys) -> None:
    assert "language=mid (level Ofcmid)" in explained(capsys, "nvopt<Ofcmid>")


def test_explain_says_what_is_not_supported(capsys) -> None:
    assert "not supported: there is no value analysis" in explained(capsys, "dump-va")


@pytest.mark.parametrize(
    ("name", "what", "fix"),
    [
        ("do-lcm", "'do-lcm' is no option, slot, pass or pipeline", "did you mean 'do-licm'"),
        ("slot-222", "there is no slot 'slot-222'", "slots are 1 to 221"),
        ("9999", "there is no slot 9999", "slots are 1 to 221"),
        ("nvopt<O9>", "invalid optimization level 'O9'", "write one of O0"),
        ("nvop<O3>", "'nvop<O3>' is no option", "did you mean 'nvopt<O3>'"),
    ],
)
def test_explain_something_unknown(name, what, fix) -> None:
    with pytest.raises(UsageError) as caught:
        explain.main([name])
    assert caught.value.what.startswith(what)
    assert fix in caught.value.fix


def test_passes_lists_status_and_help(capsys) -> None:
    assert main(["passes", "factory"]) == 0
    out = capsys.readouterr().out
    assert "factory-1aac510" in out and "unidentified" in out
    assert main(["passes", "--json", "memory-space-opt"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["aliases"] == ["memory-space-opt-pass"]


def test_a_setting_that_nothing_acts_on_is_noted() -> None:
    text = "-do-licm=0 -slot-7=1 -jobserver=1 -slot-11=0"
    values = OptionValues().with_values(read_words(text, "-opt"))
    assert idle_settings(values) == [
        "option slot-7 is set (-opt), but nothing is known to read it",
    ]


# Knobs of a pass that is built in part: set, they are a warning.
NOT_READ_YET: tuple[str, ...] = ()


KNOBS = [option for option in optimizer_options().values() if option.slot is None]


@pytest.mark.parametrize("option", KNOBS, ids=lambda option: option.name)
def test_a_knob_acts_or_says_which_pass_is_missing(option) -> None:
    """Whatever the state of the passes: where all readers are built one of them has the knob in its header."""
    readers = [find_pass(reader) for reader in readers_of(option) if has_pass(reader)]
    reasons = {info.name: why_idle(option, info.name) for info in readers}
    for info in readers:
        if info.status in (Status.NOT_BUILT, Status.UNIDENTIFIED):
            assert reasons[info.name] == f"pass {info.name} is {info.status.value}"
        if info.status is Status.STAND_IN:
            assert reasons[info.name] in ("", f"an LLVM pass without it runs in the place of {info.name}")
    is_complete = readers and all(info.status in (Status.BUILT, Status.NATIVE) for info in readers)
    if is_complete and option.name not in NOT_READ_YET:
        assert not all(reasons.values()), reasons
