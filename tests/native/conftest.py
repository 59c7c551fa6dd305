"""The helper under test, or a skip that says why there is none; a context of LLVM's own for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opencicc.llvm import helper
from opencicc.llvm.ir import Context


@pytest.fixture
def native() -> helper.NativeHelper:
    found = helper.load()
    if found is None:
        pytest.skip(helper.describe())
    return found


@pytest.fixture
def context() -> Iterator[Context]:
    with Context() as made:
        yield made
