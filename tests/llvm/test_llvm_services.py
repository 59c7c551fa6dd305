"""The seam to the native helper: one interface, two makers, one choice, and a true list of what only the helper knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from opencicc.llvm import helper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.plain_services import PlainServices
from opencicc.llvm.services import ONLY_WITH_HELPER, Services, services

ROOT = Path(__file__).resolve().parent.parent.parent
LISTED = {member for members, _, _ in ONLY_WITH_HELPER for member in members}


def public(maker: type) -> set[str]:
    return {name for name in vars(maker) if not name.startswith("_")}


def test_the_helper_is_asked_for_in_one_place() -> None:
    files = [path for path in (ROOT / "src").rglob("*.py") if re.search(r"\bhelper\.load\(\)", path.read_text())]
    assert [path.name for path in files] == ["services.py"]


def test_both_makers_do_all_of_the_interface_or_the_list_says_it() -> None:
    assert public(HelperServices) == public(Services)
    assert public(Services) - public(PlainServices) == LISTED


def test_the_choice_follows_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(services(), HelperServices if helper.load() else PlainServices)
    monkeypatch.setenv(helper.SWITCH_VARIABLE, "0")
    assert isinstance(services(), PlainServices)
    assert services() is services()
