"""Workers that a test left idle end with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opencicc.compiler import worker


@pytest.fixture(autouse=True)
def no_workers_left() -> Iterator[None]:
    yield
    worker.close_idle_workers()
