"""Pages of kernels, made as a user makes them, and open in a browser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from opencicc.errors import CompilerError
from opencicc.frontend import toolchain
from opencicc.view.pack import pack
from tests.shell import opencicc
from tests.support import EXAMPLES, REPOSITORY

KERNELS = REPOSITORY / "benchmarks" / "kernels"


@dataclass
class Compiled:
    """One compile, as its trace says and as its page shows it."""

    name: str
    html: Path
    trace: dict[str, Any]  # as the page has it
    errors: list[str]  # of the browser's console
    requests: list[str]  # other than for the page itself
    page: Any = None

    def go(self, place: str) -> None:
        """Follow a deep link."""
        self.page.evaluate("place => { location.hash = place; }", place)
        self.page.wait_for_function("place => location.hash === '#' + place", arg=place)
        self.settle()

    def settle(self) -> None:
        """Wait until the page shows what its address says: a browser tells of a new one when it finds the time."""
        settle(self.page)

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def texts(self, selector: str) -> list[str]:
        return self.page.locator(selector).all_inner_texts()


def settle(page: Any) -> None:
    page.wait_for_function("() => document.documentElement.dataset.shown === location.hash")


def source_of(name: str) -> Path:
    return EXAMPLES / name if name.endswith(".ll") else KERNELS / f"{name}.cu"


def write_page(name: str, folder: Path) -> Compiled:
    """`opencicc view`, with the trace beside the page."""
    source = source_of(name)
    if source.suffix == ".cu":
        try:
            toolchain.find_clang("")
            toolchain.find_headers("")
        except CompilerError as error:
            pytest.skip(f"CUDA C++ needs clang and CUDA's headers: {error.what}")
    html, trace = folder / f"{source.stem}.html", folder / f"{source.stem}.trace"
    done = opencicc("view", str(source), "-arch=sm_90", f"--trace={trace}", "-o", str(html))
    assert done.code == 0, done.err
    return Compiled(name, html, pack(trace.read_text()), [], [])


def open_page(browser: Any, one: Compiled, theme: str = "light") -> Any:
    page = browser.new_page(viewport={"width": 1440, "height": 860}, color_scheme=theme)
    page.set_default_timeout(8000)
    page.on(
        "console", lambda message: one.errors.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: one.errors.append(str(error)))
    page.on("request", lambda request: one.requests.append(request.url))
    page.goto(one.html.as_uri())
    page.wait_for_selector("html[data-ready]")
    return page
