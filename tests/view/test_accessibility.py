"""axe-core finds nothing serious on any view, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.view.pages import Compiled, open_page, settle
from tests.view.test_browser import KERNELS

VIEWS = ("summary", "pipeline", "code/source/0/1", "registers", "decisions")
SERIOUS = ("serious", "critical")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_finding(browser: Any, compiled: Callable[[str], Compiled], theme: str) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed: `make browser` gets it"
    )
    page = open_page(browser, compiled(KERNELS[0]), theme)
    assert page.locator("html").get_attribute("data-theme") == theme
    # What the colours do not touch is the same in both.
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if theme == "dark":
        options["runOnly"] = ["color-contrast"]
    found = []
    for view in VIEWS:
        page.evaluate("view => { location.hash = view; }", view)
        settle(page)
        results = axe.Axe().run(page, options=options).response
        found += [
            f"{view}: {one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
            for one in results["violations"]
            if one["impact"] in SERIOUS
            for node in one["nodes"][:3]
        ]
    page.close()
    assert found == []


def test_the_search_dialog_is_accessible(browser: Any, compiled: Callable[[str], Compiled]) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed: `make browser` gets it"
    )
    page = open_page(browser, compiled(KERNELS[0]))
    page.keyboard.press("/")
    page.keyboard.type("loop")
    results = axe.Axe().run(page).response
    page.close()
    assert [one["id"] for one in results["violations"] if one["impact"] in SERIOUS] == []
