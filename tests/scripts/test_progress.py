"""scripts/progress.sh: a sign that a long command goes on, on a terminal and in a log, and the command's own exit code."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.support import REPOSITORY

SCRIPT = REPOSITORY / "scripts" / "progress.sh"


def program(command: str, log: Path) -> list[str]:
    return ["bash", "-c", f"set -euo pipefail; source {SCRIPT}; with_progress {log} {command}; echo then"]


@pytest.mark.parametrize(("command", "code", "said"), [("true", 0, "then\n"), ("sh -c 'exit 7'", 7, "")])
def test_the_exit_code_is_the_commands(command: str, code: int, said: str, tmp_path: Path) -> None:
    done = subprocess.run(program(command, tmp_path / "log"), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (code, said, "")


def test_a_log_gets_a_line_now_and_then(tmp_path: Path) -> None:
    command = program("sh -c 'echo fetching; sleep 2.5'", tmp_path / "log")
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PROGRESS_EVERY": "1"})
    lines = done.stdout.splitlines()
    assert lines[-1] == "then"
    assert len(lines) > 1 and all(line.endswith(" s  fetching") for line in lines[:-1])
    assert "\x1b" not in done.stdout


def test_a_terminal_sees_one_line_that_goes_away(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    run = subprocess.Popen(program("sh -c 'echo fetching; sleep 1'", tmp_path / "log"), stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    assert run.wait() == 0
    assert b"s  fetching" in seen
    assert seen.endswith(b"\r\x1b[Kthen\r\n")
    assert seen.count(b"\n") == 1
