"""A context for each test of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opencicc.llvm.ir import Context


@pytest.fixture
def context() -> Iterator[Context]:
    with Context() as made:
        yield made
