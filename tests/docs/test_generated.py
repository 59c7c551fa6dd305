"""Generated pages, plans and tables are what the declarations give."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.docs import split_tables

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("script", ["gen_docs.py", "gen_figures.py"])
def test_generated_files_are_current(script: str) -> None:
    command = [sys.executable, str(ROOT / "scripts" / script), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_explanations_hold_no_large_tables() -> None:
    """They are in docs/generated; `benchmarks/docs.py` puts them there."""
    large = [page.name for page in (ROOT / "docs").glob("*.md") if split_tables(page.read_text(), "")[1]]
    assert set(large) <= {"pipeline.md", "testing.md"}  # what was tried and why; the planted faults
