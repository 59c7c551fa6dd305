"""A real browser, and the pages that the tests share."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.view.pages import Compiled, open_page, write_page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Compiled]:
    """A compile by name, done once."""
    folder = tmp_path_factory.mktemp("pages")
    known: dict[str, Compiled] = {}

    def get(name: str) -> Compiled:
        if name not in known:
            known[name] = write_page(name, folder)
        return known[name]

    return get


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: `make browser` gets it"
    )
    path = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if path is None:
        pytest.skip("no Chromium on this machine: `make browser` installs it")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def shown(browser: Any, compiled: Callable[[str], Compiled]) -> Iterator[Callable[[str], Compiled]]:
    """The page of a kernel, open in the browser; what it complains about and asks for is kept."""

    def get(name: str) -> Compiled:
        one = compiled(name)
        if one.page is None:
            one.page = open_page(browser, one)
        return one

    yield get
