"""Golden listings: the steps of every (level, language, SM group), as people read them.

`OPENCICC_UPDATE_GOLDEN=1 pytest tests/pipeline/test_golden.py` writes them anew; a person reads the diff. The SM groups
are below sm_80 and from sm_80 on; a group has a file of its own only where its listing differs.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from opencicc.options.values import OptionValues
from opencicc.pipeline.assemble import assemble
from opencicc.pipeline.spec.names import Level
from opencicc.pipeline.text.listing import listing
from opencicc.target import Target

FOLDER = Path(__file__).parent / "golden"
LANGUAGES = ("ptx", "mid", "min", "default")
CASES = [(level, "") for level in Level] + [(Level.O3, language) for language in LANGUAGES]
GROUPS = {"sm_75": 75, "sm_90": 90}


def golden_file(level, language, group) -> Path:
    name = f"{level.value}-{language or 'tiers'}" if level.tier or language else level.value
    own = FOLDER / f"{name}.{group}.txt"
    return own if own.exists() else FOLDER / f"{name}.txt"


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize(("level", "language"), CASES, ids=lambda value: str(getattr(value, "value", value)))
def test_listing(level, language, group) -> None:
    text = listing(assemble(OptionValues(), Target(GROUPS[group]), language, level), is_golden=True)
    if os.environ.get("OPENCICC_UPDATE_GOLDEN"):
        update(text, level, language, group)
    assert text == golden_file(level, language, group).read_text()


def update(text, level, language, group) -> None:
    FOLDER.mkdir(exist_ok=True)
    newest = listing(assemble(OptionValues(), Target(GROUPS["sm_90"]), language, level), is_golden=True)
    common = golden_file(level, language, "none")
    common.write_text(newest)
    if text != newest:
        common.with_suffix(f".{group}.txt").write_text(text)


@pytest.mark.parametrize("level", [Level.O1, Level.O2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_path_lists_do_not_depend_on_the_o_level(level, language) -> None:
    def texts(which):
        return [step.text for step in assemble(OptionValues(), Target(90), language, which)]

    assert texts(level) == texts(Level.O3)


@pytest.mark.parametrize("sm", [80, 86, 89, 100, 120])
def test_sm_groups(sm) -> None:
    for level, language in CASES:
        assert assemble(OptionValues(), Target(sm), language, level) == assemble(
            OptionValues(), Target(90), language, level
        )
