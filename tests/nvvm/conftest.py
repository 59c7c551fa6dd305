"""Libraries to ask: ours, where a C compiler built it, and NVIDIA's, where its wheel is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from opencicc.nvvm import activation, nvidia

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = str(ROOT / "src")


@pytest.fixture(scope="session")
def our_library() -> str:
    if not activation.library_path():
        pytest.skip("libnvvm.so.4 was not built: no C compiler at install")
    return activation.library_path()


@pytest.fixture(scope="session")
def their_library() -> str:
    if not nvidia.find():
        pytest.skip("NVIDIA's libNVVM is not installed (the test extra brings it)")
    return nvidia.find()


@pytest.fixture(params=["ours", "NVIDIA's"])
def library(request) -> str:
    return request.getfixturevalue("our_library" if request.param == "ours" else "their_library")


def run_python(*words: str, timeout: int = 300, **variables: str) -> subprocess.CompletedProcess[str]:
    """Another interpreter with this tree's sources."""
    path = os.pathsep.join([SOURCES, str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "OPENCICC_PYTHON": sys.executable, **variables}
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=environment, timeout=timeout, check=False
    )
