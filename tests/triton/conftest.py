"""Triton's caches go to a folder of the test, and our step is out again afterwards."""

from __future__ import annotations

import pytest

# Modules of Triton 3.9 use Python features that later releases of Python warn of.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def fresh_triton(tmp_path, monkeypatch):
    import opencicc.triton

    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "triton"))
    monkeypatch.setenv("TRITON_DEFAULT_FP_FUSION", "1")  # its default will change: say it
    yield
    opencicc.triton.disable()
