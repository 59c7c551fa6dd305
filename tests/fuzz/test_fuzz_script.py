"""scripts/fuzz.py: goes on where it stopped, keeps what it finds, survives a worker that dies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "fuzz.py"


def fuzz(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *words, "--workers", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_runs_go_on_where_the_last_one_ended(tmp_path: Path) -> None:
    table = tmp_path / "coverage.md"
    words = ("2", "--out", str(tmp_path), "--pipelines", "O3", "--coverage", str(table))
    first, second = fuzz(*words), fuzz(*words)
    assert first.returncode == 0, first.stdout + first.stderr
    assert "2 kernels from seed 0, 4 compiled and executed, 0 with differences" in first.stdout
    assert "2 kernels from seed 2" in second.stdout
    assert (tmp_path / "next").read_text() == "4"
    assert "| `store` | 2 |" in table.read_text()


def test_a_find_is_told_and_kept(tmp_path: Path) -> None:
    done = fuzz("1", "--start", "2", "--mode", "mixed", "--out", str(tmp_path), "--pipelines", "only:no-such-pass")
    assert done.returncode == 1
    assert "only:no-such-pass" in done.stdout
    assert (tmp_path / "mixed-2.ll").exists()
    assert not (tmp_path / "next").exists(), "a run from a given seed leaves the place alone"


def test_a_round_that_takes_too_long_is_reported(tmp_path: Path) -> None:
    done = fuzz("1", "--start", "0", "--mode", "remat", "--out", str(tmp_path), "--seconds", "0.05")
    assert done.returncode == 1
    assert "the process died or ran out of time" in done.stdout
